/** The configuration of MCP servers, and their state. */

import type { Sandbox } from '../process/confinement/sandbox.ts';
import type { Clock } from '../time/clock.ts';
import type { AskElicitation } from './elicitation.ts';
import type { McpTokens } from './oauth/mcp-tokens.ts';
import type { SignInNeed } from './oauth/sign-in-need.ts';

interface ServerOptions {
  /** Time limit of a call; absent: the scheduler's limit. 0: none. */
  readonly timeoutMs?: number;
  /** How long the server may take to respond and to list its tools. */
  readonly startTimeoutMs?: number;
  readonly disabled?: boolean;
  /** The protocol revision, for a server that does not answer when asked. */
  readonly protocol?: '2025-11-25' | '2026-07-28';
  /** Which tools are offered, by the server's names; `*` matches any part of a name. */
  readonly tools?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
}

export interface StdioServerConfig extends ServerOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the environment of the session. Its values never appear in messages. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What it may reach from the sandbox: `true` is everything, names are hosts. Default: nothing. */
  readonly network?: boolean | readonly string[];
  /** Folders outside the workspace that it may write to from the sandbox; relative to its working folder. */
  readonly writable?: readonly string[];
  /** False: it runs outside the sandbox. */
  readonly confine?: boolean;
}

export interface HttpServerConfig extends ServerOptions {
  readonly url: string;
  /** Their values never appear in messages. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For a server that requires a sign-in. Default: from the server's metadata. */
  readonly oauth?: McpOAuthConfig;
}

export interface McpOAuthConfig {
  /** The id of a registered client. Absent: the client registers itself. */
  readonly clientId?: string;
  /** Never appears in messages. */
  readonly clientSecret?: string;
  /** Requested in addition to the scopes that the server names. */
  readonly scopes?: readonly string[];
  /** The port of a registered client's redirect URL. Absent: any free port. */
  readonly redirectPort?: number;
}

export type McpServerConfig = StdioServerConfig | HttpServerConfig;

/** In milliseconds. */
export interface McpTimeouts {
  readonly startMs?: number;
  /** For a process to report its revision; if it does not, an older one is assumed. */
  readonly probeMs?: number;
  readonly callMs?: number;
  /** For a new list of tools. */
  readonly listMs?: number;
  /** For a response after a call that had to be stopped. */
  readonly pingMs?: number;
  /** For exiting by itself, and again after SIGTERM. */
  readonly closeMs?: number;
  /** The pause before the second restart in a row; it is four times as long before the third. */
  readonly backoffMs?: number;
  /** Between two loads of a list that keeps changing. */
  readonly reloadMs?: number;
}

export interface McpNotice {
  readonly server: string;
  readonly text: string;
}

/** What the user can grant a server for the session: the machine's network inside the sandbox, or no sandbox. */
export type McpGrant = 'network' | 'unconfined';

/** `why`: how the server failed, without secrets. Undefined: the user did not answer. */
export type AskMcpGrant = (server: string, why: string) => Promise<McpGrant | 'no' | undefined>;

/** Signing in to servers over HTTP. */
export interface McpOAuth {
  readonly tokens: McpTokens;
  /** What to do if nobody can be asked: `run interlock mcp login github`. */
  readonly hint: (server: string) => string;
  /** Lets the user sign in, with `signInToMcp`. Returns whether it worked; then the server is tried again. Absent: nobody can be asked. */
  readonly ask?: (server: string, need: SignInNeed) => Promise<boolean>;
}

export interface McpOptions {
  /** For the servers' processes: without provider keys. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Where servers run, and what their `cwd` is relative to; default: the working folder of this process. */
  readonly cwd?: string;
  readonly timeouts?: McpTimeouts;
  /** The sandbox that servers run in. Absent: none. */
  readonly sandbox?: Sandbox;
  /** Asks once about a server that the sandbox seems to have stopped at its start. Absent: nobody can be asked. */
  readonly askGrant?: AskMcpGrant;
  /** Absent: no sign-in; a server that requires it must get its key through `headers`. */
  readonly oauth?: McpOAuth;
  /** Asks the user what a server wants to know. Absent: it is declined, with a notice. */
  readonly askElicitation?: AskElicitation;
  /** The result of `tools()` has changed. */
  readonly onChange?: () => void;
  readonly onNotice?: (notice: McpNotice) => void;
}

/** `stopped`: it ended and is restarted by the next call. `failed`: only `restart` starts it again. */
export type McpState = 'off' | 'idle' | 'starting' | 'ready' | 'stopped' | 'failed' | 'closed';

export interface McpStatus {
  readonly server: string;
  readonly state: McpState;
  readonly tools: number;
  readonly why?: string;
}

export function isHttpServer(config: McpServerConfig): config is HttpServerConfig {
  return 'url' in config;
}
