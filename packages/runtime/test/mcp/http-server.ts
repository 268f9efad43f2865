/** A real MCP server over HTTP on loopback, made with the official library, with faults on demand. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { pixel } from './demo-tools.ts';

/** Answers the request, or returns false to let the server answer it. */
export type Fault = (request: IncomingMessage, response: ServerResponse, body: string) => boolean;

export interface HttpServer {
  readonly url: string;
  /** The requests in order: `POST tools/call`, `DELETE`, … */
  readonly requests: readonly string[];
  /** Called before each request. */
  fault: Fault;
  tools: string[];
  /** Notifies every session that the list has changed. */
  announce(): Promise<void>;
  /** Forgets all sessions, as a restart would. */
  forget(): Promise<void>;
  /** Stops the server; `again` listens on the same port again. */
  stop(): Promise<void>;
  again(): Promise<void>;
}

interface Session {
  readonly server: Server;
  readonly transport: StreamableHTTPServerTransport;
}

export async function startHttpServer(options: { readonly json?: boolean } = {}): Promise<HttpServer> {
  const sessions = new Map<string, Session>();
  const requests: string[] = [];

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const server = createDemo(() => state.tools);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: options.json ?? false,
      onsessioninitialized: (id) => void sessions.set(id, { server, transport }),
    });
    // The library's class does not match its own interface with `exactOptionalPropertyTypes`.
    await server.connect(transport as Parameters<Server['connect']>[0]);
    return transport;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request);
    requests.push([request.method, /"method":"([^"]+)"/.exec(body)?.[1]].filter(Boolean).join(' '));
    if (state.fault(request, response, body)) return;
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id)?.transport : await open();
    if (known === undefined) return void response.writeHead(404).end('no such session');
    await known.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
  };

  const http = createServer((request, response) => void answer(request, response));
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => http.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = http.address() as AddressInfo;

  const forget = async (): Promise<void> => {
    const all = [...sessions.values()];
    sessions.clear();
    await Promise.all(all.map(({ server }) => server.close()));
  };
  const stop = async (): Promise<void> => {
    await forget();
    const closed = new Promise((resolve) => http.close(resolve));
    http.closeAllConnections();
    await closed;
  };
  const state: HttpServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    fault: () => false,
    tools: ['echo', 'hang', 'picture'],
    announce: async () => {
      await Promise.all([...sessions.values()].map(({ server }) => server.sendToolListChanged()));
    },
    forget,
    stop,
    again: () => listen(port),
  };
  onTestFinished(stop);
  return state;
}

function createDemo(tools: () => readonly string[]): Server {
  const server = new Server({ name: 'http-demo', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools().map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    if (params.name === 'picture') return { content: [{ type: 'image', data: pixel, mimeType: 'image/png' }] };
    if (params.name === 'hang') {
      const progressToken = params._meta?.progressToken ?? 0;
      await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
      return new Promise(() => {});
    }
    return { content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }] };
  });
  return server;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
