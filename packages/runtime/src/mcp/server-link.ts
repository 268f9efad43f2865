/** The link to a server, over a process or HTTP: how messages are sent, how it ends, and why. */
import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import process from 'node:process';
import type { Client, Transport, VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { openEntry, type Sandbox } from '../process/confinement/sandbox.ts';
import type { OrphanWatch } from '../process/orphan-watch.ts';
import type { Clock } from '../time/clock.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { ChildTransport } from './child-transport.ts';
import { settlesWithin } from './deadline.ts';
import { isInvalidAnswer } from './describe-error.ts';
import type { Sdk } from './load-sdk.ts';
import { type HttpServerConfig, isHttpServer, type McpServerConfig, type StdioServerConfig } from './mcp-config.ts';
import type { Bearer } from './oauth/bearer.ts';

/** Sends and receives messages; created before anything is started. */
export interface ServerLink {
  readonly transport: Transport;
  /** Resolves with how it ended. */
  readonly ended: Promise<string>;
  /** The end of a process's stderr. */
  lastOutput(): string;
  hasSession(): boolean;
  /** Closes it; `ended` says why. Never rejects; nothing is running anymore when it resolves. */
  close(why: string): Promise<void>;
  /** Immediately, for when this process exits. */
  kill(): void;
}

export interface LinkOptions {
  readonly sdk: Sdk;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly clock: Clock;
  readonly closeMs: number;
  readonly watch: OrphanWatch;
  readonly onGarbage: (text: string) => void;
  readonly sandbox: Sandbox | undefined;
  /** Absent: no token is sent. */
  readonly bearer: Bearer | undefined;
}

export interface ClientEvents {
  readonly onListChange: (list: 'tools' | 'prompts') => void;
  readonly onGarbage: (text: string) => void;
  /** The library has given up an HTTP stream, and with it the responses expected on it. */
  readonly onLost: () => void;
}

/** Disables the library's own time limit: ours use the injected clock. */
export const noLimit: { readonly timeout: number } = { timeout: 2 ** 31 - 1 };

export function openLink(config: McpServerConfig, options: LinkOptions): Promise<ServerLink> {
  return isHttpServer(config) ? httpLink(config, options) : Promise.resolve(processLink(config, options));
}

export function createClient(
  sdk: Sdk,
  versionNegotiation: VersionNegotiationOptions,
  { onListChange, onGarbage, onLost }: ClientEvents,
): Client {
  const client = new sdk.Client(
    { name: 'interlock', version: '0.1.0' },
    { capabilities: { elicitation: { form: {}, url: {} } }, versionNegotiation },
  );
  client.setNotificationHandler('notifications/tools/list_changed', () => onListChange('tools'));
  client.setNotificationHandler('notifications/prompts/list_changed', () => onListChange('prompts'));
  client.onerror = (error) => {
    if (isInvalidAnswer(error)) onGarbage(error.message);
    if (error.message.startsWith('Maximum reconnection attempts')) onLost();
  };
  return client;
}

function processLink(config: StdioServerConfig, options: LinkOptions): ServerLink {
  const { sdk, environment, clock, closeMs, watch, onGarbage, sandbox } = options;
  const cwd = config.cwd === undefined ? options.cwd : resolve(options.cwd ?? '.', config.cwd);
  const program = { file: config.command, args: config.args ?? [] };
  const env = { ...environment, ...config.env };
  const within = {
    cwd: cwd ?? process.cwd(),
    environment: env,
    network: config.network ?? false,
    writable: (config.writable ?? []).map((path) => resolve(cwd ?? '.', path)),
    readable: [
      cwd ?? process.cwd(),
      ...[program.file, ...program.args].filter((word) => isAbsolute(word) && existsSync(word)),
    ],
  };
  const isSandboxed = sandbox !== undefined && config.confine !== false;
  const transport = new ChildTransport({
    enter: async () => (isSandboxed ? sandbox.enter(program, within) : openEntry(program, env)),
    cwd,
    clock,
    closeMs,
    watch,
    parse: sdk.parseJSONRPCMessage,
    onGarbage,
  });
  return {
    transport,
    ended: transport.ended,
    lastOutput: () => transport.lastOutput,
    hasSession: () => false,
    close: (why) => transport.close(why),
    kill: () => transport.kill(),
  };
}

async function httpLink(config: HttpServerConfig, options: LinkOptions): Promise<ServerLink> {
  const { sdk, environment, clock, closeMs, bearer } = options;
  const ended = Promise.withResolvers<string>();
  const web = await createBoundedFetch(environment);
  const headers = { ...config.headers };
  const transport = new sdk.StreamableHTTPClientTransport(new URL(config.url), {
    fetch: bearer?.watch(web.fetch) ?? web.fetch,
    requestInit: { headers },
    ...(bearer === undefined ? {} : { authProvider: bearer }),
  });
  const close = async (why: string): Promise<void> => {
    ended.resolve(why);
    // Optional, and most servers do not know it; waits no longer than for a process to exit.
    await settlesWithin(clock, closeMs, transport.terminateSession());
    await transport.close().catch(() => {});
    await web.close().catch(() => {});
  };
  let closing: Promise<void> | undefined;
  return {
    transport,
    ended: ended.promise,
    lastOutput: () => '',
    hasSession: () => transport.sessionId !== undefined,
    close: (why) => {
      closing ??= close(why);
      return closing;
    },
    kill: () => {},
  };
}
