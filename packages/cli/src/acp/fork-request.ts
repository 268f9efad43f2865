/**
 * `session/fork` is still unstable in ACP. Its parameters are typed by the SDK's unstable part but checked here: loading that part would
 * load every schema twice.
 */
import type { McpServer } from '@agentclientprotocol/sdk';
import type { ForkSessionRequest } from '@agentclientprotocol/sdk/unstable';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { invalidParams } from './protocol-error.ts';

export const forkMethod = 'session/fork';

const pairs = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));

const remote = <Kind extends string>(type: Kind) =>
  Type.Object({ type: Type.Literal(type), name: Type.String(), url: Type.String(), headers: pairs });

const local = Type.Object({
  type: Type.Optional(Type.Undefined()),
  name: Type.String(),
  command: Type.String(),
  args: Type.Array(Type.String()),
  env: pairs,
});

const schema = Type.Object({
  sessionId: Type.String(),
  cwd: Type.String(),
  additionalDirectories: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.String())])),
  mcpServers: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.Union([remote('http'), remote('sse'), local]))])),
});

export interface ForkRequest extends Pick<ForkSessionRequest, 'sessionId' | 'cwd'> {
  readonly mcpServers: readonly McpServer[];
  readonly additionalDirectories: readonly string[];
}

export function readFork(params: unknown): ForkRequest {
  if (!Value.Check(schema, params)) {
    const [first] = Value.Errors(schema, params);
    const path = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    throw invalidParams(`Invalid parameters of session/fork: ${path} ${first?.message ?? ''}`.trim(), path);
  }
  const { sessionId, cwd, mcpServers, additionalDirectories } = params;
  return {
    sessionId,
    cwd,
    mcpServers: (mcpServers ?? []).map(serverOf),
    additionalDirectories: additionalDirectories ?? [],
  };
}

function serverOf(server: Static<typeof local> | Static<ReturnType<typeof remote<'http' | 'sse'>>>): McpServer {
  if (server.type === undefined) {
    const { name, command, args, env } = server;
    return { name, command, args, env };
  }
  const { type, name, url, headers } = server;
  return { type, name, url, headers };
}
