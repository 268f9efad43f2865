/** `interlock mcp`: the MCP servers of this folder, and signing in to those that require it. */
import { createInterface } from 'node:readline/promises';
import { cleanEnvironment, systemClock } from '@interlock/runtime';
import { type McpServerConfig, secretArguments, signInToMcp, signOutOfMcp } from '@interlock/runtime/mcp';
import { mcpLogins } from '../agent/mcp-logins.ts';
import { openBrowser } from '../agent/open-browser.ts';
import { secretVariables } from '../agent/secret-variables.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { inputError, usageError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { didYouMean } from '../print/did-you-mean.ts';
import { jsonText } from '../print/json-text.ts';
import { plainLine, plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { notSignedIn } from '../wording/not-signed-in.ts';
import { concealAddress, hidden } from './setup/conceal.ts';
import { tableText } from './table-text.ts';

export interface McpFlags {
  readonly cwd?: string;
  readonly config?: string;
}

export interface ListMcpFlags extends McpFlags {
  readonly json?: boolean;
}

export interface LoginFlags extends McpFlags {
  /** False: the URL is only shown (`--no-browser`). */
  readonly browser?: boolean;
}

export async function listMcp({ json, ...flags }: ListMcpFlags, { env, stdout }: Io): Promise<number> {
  const loaded = await loadConfig({ flags, env });
  const tokens = mcpLogins(loaded.folders);
  const servers = await Promise.all(
    Object.entries(loaded.config.values.mcp ?? {}).map(async ([name, server]) => ({
      name,
      where: whereOf(server),
      disabled: server.disabled === true,
      signedIn: 'url' in server && (await tokens.read(new URL(server.url).href)) !== undefined,
    })),
  );
  const rows = servers.map(({ name, where, disabled, signedIn }) => [
    plainText(name),
    plainText(where),
    disabled ? 'disabled' : signedIn ? 'signed in' : '',
  ]);
  const none = 'No MCP servers are configured.\n';
  const text = rows.length === 0 ? none : tableText(rows, { shrink: [{ column: 1, min: 24 }] }, stdout);
  await writeText(stdout, json === true ? jsonText(servers) : text);
  return exitCodes.fine;
}

export async function loginMcp(name: string, { browser, ...flags }: LoginFlags, io: Io): Promise<number> {
  const { env, stderr, stdin } = io;
  const loaded = await loadConfig({ flags, env });
  const server = serverOf(name, loaded);
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  const stop = new AbortController();
  void io.interrupted?.().then(() => stop.abort(new Error('Cancelled.')));
  try {
    await signInToMcp(server, {
      tokens: mcpLogins(loaded.folders),
      environment: cleanEnvironment(env, secretVariables(loaded.config.values)),
      clock: systemClock,
      signal: stop.signal,
      show: (address) => {
        stderr.write(`Sign in to ${plainText(name)} at\n  ${plainLine(address)}\n`);
        stderr.write('If the browser is on another machine, paste the address it ends up at here.\n');
        if (browser !== false) openBrowser(address, env);
      },
      paste: (signal) => nextLine(lines, signal),
    });
  } catch (error) {
    throw inputError(notSignedIn(plainText(name), error));
  } finally {
    lines.close();
  }
  await writeText(io.stdout, `Signed in to ${plainText(name)}.\n`);
  return exitCodes.fine;
}

export async function logoutMcp(name: string, flags: McpFlags, { env, stdout }: Io): Promise<number> {
  const loaded = await loadConfig({ flags, env });
  const { url } = serverOf(name, loaded);
  const environment = cleanEnvironment(env, secretVariables(loaded.config.values));
  const signal = AbortSignal.timeout(60_000);
  const wasSignedIn = await signOutOfMcp(url, { tokens: mcpLogins(loaded.folders), environment, signal });
  await writeText(
    stdout,
    wasSignedIn ? `Signed out of ${plainText(name)}.\n` : `You were not signed in to ${plainText(name)}.\n`,
  );
  return exitCodes.fine;
}

/** The next line that is not empty. */
function nextLine(lines: ReturnType<typeof createInterface>, signal: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const take = (line: string): void => void (line.trim() === '' || resolve(line));
  lines.on('line', take);
  signal.addEventListener('abort', () => lines.off('line', take), { once: true });
  return promise;
}

function serverOf(name: string, { config, trusted }: LoadedConfig): Extract<McpServerConfig, { readonly url: string }> {
  const servers = config.values.mcp ?? {};
  const server = servers[name];
  if (server === undefined) {
    const names = Object.keys(servers);
    const hint = trusted
      ? ''
      : '\nServers configured in a folder are available once it is trusted: start interlock in it.';
    throw usageError(
      `${plainText(`There is no MCP server ${JSON.stringify(name)}.${didYouMean(name, names)}`)}${hint}`,
    );
  }
  if (!('url' in server)) throw usageError(plainText(`${name} is a local program and needs no sign-in.`));
  const header = Object.keys(server.headers ?? {}).find((each) => each.toLowerCase() === 'authorization');
  if (header !== undefined)
    throw usageError(plainText(`${name} has "${header}" in its headers: remove it to sign in.`));
  return server;
}

function whereOf(server: McpServerConfig): string {
  if ('url' in server) return concealAddress(`${new URL(server.url).origin}${new URL(server.url).pathname}`);
  const { command, args = [] } = server;
  const secrets = secretArguments(args);
  const shown = args.map((argument, at) =>
    (secrets[at] ?? []).reduce((text, secret) => text.replaceAll(secret, hidden), argument),
  );
  return [command, ...shown].join(' ');
}
