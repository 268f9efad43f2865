/** The MCP servers of the configuration, not yet started. */
import {
  type AskMcpGrant,
  cleanEnvironment,
  createMcpServers,
  type McpServerConfig,
  type McpServers,
  type Sandbox,
  systemClock,
} from '@interlock/runtime';
import { withoutTilde } from '../config/folders.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Io } from '../io/io.ts';
import type { EditorParts } from './editor-parts.ts';
import { secretVariables } from './secret-variables.ts';

export interface ServerParts {
  readonly askGrant?: AskMcpGrant | undefined;
  readonly editor: EditorParts;
}

/** Undefined: there are none. */
export function openServers(
  { config, workspace, trusted, folders }: LoadedConfig,
  env: Io['env'],
  sandbox: Sandbox,
  { askGrant, editor }: ServerParts,
): McpServers | undefined {
  const configured = Object.fromEntries(
    Object.entries(config.values.mcp ?? {}).map(([name, server]) => [name, withHome(server, folders)]),
  );
  const mcp = { ...configured, ...editor.servers(Object.keys(configured)) };
  if (Object.keys(mcp).length === 0) return undefined;
  const environment = cleanEnvironment(env, secretVariables(config.values));
  // `npx` and its like would run what a folder nobody trusts has in its node_modules.
  const cwd = trusted ? workspace : folders.home;
  const ask = askGrant === undefined ? {} : { askGrant };
  return createMcpServers(mcp, { environment, clock: systemClock, cwd, sandbox, ...ask });
}

function withHome(server: McpServerConfig, folders: LoadedConfig['folders']): McpServerConfig {
  if ('url' in server || server.writable === undefined) return server;
  return { ...server, writable: server.writable.map((path) => withoutTilde(path, folders)) };
}
