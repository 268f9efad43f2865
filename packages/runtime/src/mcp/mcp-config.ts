/** The configuration of MCP servers, and their state. */

import type { Sandbox } from '../process/confinement/sandbox.ts';
import type { Clock } from '../time/clock.ts';
import type { AskElicitation } from './elicitation.ts';
import type { McpTokens } from './oauth/mcp-tokens.ts';
import type { SignInNeed } from './oauth/sign-in-need.ts';

interface ServerOptions {
  /** Longest a call may take; absent: the scheduler's limit. 0: none. */
  readonly timeoutMs?: number;
  /** Until the server has answered and listed its tools. */
  readonly startTimeoutMs?: number;
  readonly disabled?: boolean;
  /** The revision to speak, for a server that does not answer when asked for its own. */
  readonly protocol?: '2025-11-25' | '2026-07-28';
  /** By the server's own names; `*` matches any part of one. */
  readonly tools?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
}

export interface StdioServerConfig extends ServerOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Beside the environment of the session. Its values are kept out of every message. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What it may reach from inside the sandbox: `true` is everything, names are hosts. Absent: nothing. */
  readonly network?: boolean | readonly string[];
  /** Folders outside the workspace that it may write to from inside the sandbox; relative to where it runs. */
  readonly writable?: readonly string[];
  /** False: it runs outside the sandbox. */
  readonly confine?: boolean;
}

export interface HttpServerConfig extends ServerOptions {
  readonly url: string;
  /** Their values are kept out of every message. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For a server that asks the user to sign in. Absent: whatever the server's own documents say. */
  readonly oauth?: McpOAuthConfig;
}

export interface McpOAuthConfig {
  /** Of a client that is registered already. Absent: one registers itself. */
  readonly clientId?: string;
  /** Kept out of every message. */
  readonly clientSecret?: string;
  /** Requested in addition to those the server names. */
  readonly scopes?: readonly string[];
  /** Where a registered client has a fixed redirect address. Absent: any port that is free. */
  readonly redirectPort?: number;
}

export type McpServerConfig = StdioServerConfig | HttpServerConfig;

/** In milliseconds. */
export interface McpTimeouts {
  readonly startMs?: number;
  /** For a process to say which revision it speaks; one that says nothing speaks an older one. */
  readonly probeMs?: number;
  readonly callMs?: number;
  /** For a new list of tools. */
  readonly listMs?: number;
  /** For a sign of life after a call that had to be stopped. */
  readonly pingMs?: number;
  /** For exiting on its own, and again after SIGTERM. */
  readonly closeMs?: number;
  /** Before the second start in a row; four times that before the third. */
  readonly backoffMs?: number;
  /** Between two loads of a list that keeps changing. */
  readonly reloadMs?: number;
}

export interface McpNotice {
  readonly server: string;
  readonly text: string;
}

/** What a server may have beyond its configuration: the machine's network inside the sandbox, or no sandbox at all. */
export type McpGrant = 'network' | 'unconfined';

/** `why`: how the server failed, without secrets. Undefined: the question was left unanswered. */
export type AskMcpGrant = (server: string, why: string) => Promise<McpGrant | 'no' | undefined>;

/** Signing in to servers over HTTP. */
export interface McpOAuth {
  readonly tokens: McpTokens;
  /** What to do if there is no one to ask: `run interlock mcp login github`. */
  readonly hint: (server: string) => string;
  /**
   * Lets the user sign in, with `signInToMcp`. Returns whether it worked; the server is then tried again. Absent: there
   * is no one to ask.
   */
  readonly ask?: (server: string, need: SignInNeed) => Promise<boolean>;
}

export interface McpOptions {
  /** For the servers' processes: without the keys of providers. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Where servers run, and what their `cwd` is relative to; absent: where this process runs. */
  readonly cwd?: string;
  readonly timeouts?: McpTimeouts;
  /** What servers run in. Absent: they are not held. */
  readonly sandbox?: Sandbox;
  /** Asks once about a server that the sandbox seems to have stopped at its start. Absent: there is no one to ask. */
  readonly askGrant?: AskMcpGrant;
  /** Absent: no sign-in; a server that requires it must get its key through `headers`. */
  readonly oauth?: McpOAuth;
  /** Asks the user what a server wants to know. Absent: it is declined, with a notice. */
  readonly askElicitation?: AskElicitation;
  /** `tools()` is now another list. */
  readonly onChange?: () => void;
  readonly onNotice?: (notice: McpNotice) => void;
}

/** `stopped`: it went away and is started again by the next call. `failed`: only `restart` starts it again. */
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
