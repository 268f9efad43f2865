/**
 * A program with the runtime but without its optional dependencies: it sends a request to a model, then tries to open a database and an
 * MCP server.
 */
import process from 'node:process';
import { cleanEnvironment, createSession, systemClock } from '@interlock/runtime';
import { createMcpServers } from '@interlock/runtime/mcp';
import { createPostgresStore } from '@interlock/runtime/postgres';

const session = await createSession({ route: { provider: 'anthropic' } });
const { outcome } = await session.send('hello').ended;
await session.close();

const servers = createMcpServers(
  { some: { url: 'http://127.0.0.1:9/' } },
  { environment: cleanEnvironment(process.env), clock: systemClock },
);
await servers.start();
const server = servers.status().map(({ state, why }) => `${state}: ${why}`)[0];
await servers.close();

const store = await createPostgresStore({ url: 'postgresql://127.0.0.1:9/none' })
  .list()
  .catch((error: unknown) => String(error));
process.stdout.write(JSON.stringify({ outcome, server, store }));
