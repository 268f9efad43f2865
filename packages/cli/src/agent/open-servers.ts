/** The MCP servers of the configuration, not yet started. */
import { cleanEnvironment, type Sandbox, systemClock } from '@interlock/runtime';
import {
  type AskElicitation,
  type AskMcpGrant,
  createMcpServers,
  type McpServerConfig,
  type McpServers,
  type SignInNeed,
  signInToMcp,
} from '@interlock/runtime/mcp';
import { withoutTilde } from '../config/folders.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import type { EditorParts } from './editor-parts.ts';
import { loginHint, mcpLogins } from './mcp-logins.ts';
import { secretVariables } from './secret-variables.ts';

/** `run` signs in: it shows a URL to open, and rejects if that fails. Returns whether the user is signed in. */
export type AskSignIn = (
  server: string,
  need: SignInNeed,
  run: (show: (address: string) => void, signal: AbortSignal) => Promise<void>,
) => Promise<boolean>;

export interface ServerParts {
  readonly askGrant?: AskMcpGrant | undefined;
  readonly askSignIn?: AskSignIn | undefined;
  readonly askElicitation?: AskElicitation | undefined;
  readonly onNotice?: (text: string) => void;
  readonly editor: EditorParts;
}

/** Undefined: there are none. */
export function openServers(
  { config, workspace, trusted, folders }: LoadedConfig,
  env: Io['env'],
  sandbox: Sandbox,
  { askGrant, askSignIn, askElicitation, onNotice, editor }: ServerParts,
): McpServers | undefined {
  const configured = Object.fromEntries(
    Object.entries(config.values.mcp ?? {}).map(([name, server]) => [name, withHome(server, folders)]),
  );
  const mcp = { ...configured, ...editor.servers(Object.keys(configured)) };
  if (Object.keys(mcp).length === 0) return undefined;
  const environment = cleanEnvironment(env, secretVariables(config.values));
  // `npx` and similar would run programs in the node_modules of an untrusted folder.
  const cwd = trusted ? workspace : folders.home;
  const tokens = mcpLogins(folders);
  const signIn = async (ask: AskSignIn, server: string, need: SignInNeed): Promise<boolean> => {
    const entry = mcp[server];
    if (entry === undefined || !('url' in entry)) return false;
    return ask(server, need, (show, signal) =>
      signInToMcp(entry, { tokens, environment, clock: systemClock, signal, need, show }),
    );
  };
  return createMcpServers(mcp, {
    environment,
    clock: systemClock,
    cwd,
    sandbox,
    oauth: {
      tokens,
      hint: (server) => loginHint(env, server),
      ...(askSignIn === undefined ? {} : { ask: (server, need) => signIn(askSignIn, server, need) }),
    },
    ...(askGrant === undefined ? {} : { askGrant }),
    ...(askElicitation === undefined ? {} : { askElicitation }),
    ...(onNotice === undefined ? {} : { onNotice: ({ text }) => onNotice(plainText(text)) }),
  });
}

function withHome(server: McpServerConfig, folders: LoadedConfig['folders']): McpServerConfig {
  if ('url' in server || server.writable === undefined) return server;
  return { ...server, writable: server.writable.map((path) => withoutTilde(path, folders)) };
}
