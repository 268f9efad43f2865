/**
 * Reads keys from their sources. Commands and refreshes run once for all who wait, and again only if a key is about to expire or was
 * refused. No message contains a secret or a command's output, which may contain one.
 */

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ConfigError, type Environment, type Failure } from '@interlock/wire';
import { type Clock, systemClock } from '../time/clock.ts';
import { steadyTime } from '../time/steady-time.ts';
import { checkSource } from './check-route.ts';
import type { CredentialSource, RefreshedToken } from './route.ts';
import { type CommandEnd, runKeyCommand } from './run-key-command.ts';

export type Credential =
  | { readonly key: string }
  /** `lasting`: expensive to find out, so it is not retried immediately. */
  | { readonly failure: Failure; readonly lasting: boolean };

export interface Credentials {
  /** The current key. Never rejects. */
  get(source: CredentialSource): Promise<Credential>;
  /** A key other than the refused one, or why there is none. Never rejects. */
  renew(source: CredentialSource, refused: string): Promise<Credential>;
  /** Records that the key was refused: the next caller gets a new one. */
  refuse(source: CredentialSource, key: string): void;
}

export interface CredentialsOptions {
  readonly environment?: Environment;
  readonly clock?: Clock;
  readonly homeDirectory?: string;
  readonly runCommand?: (command: string) => Promise<CommandEnd>;
  readonly readFile?: (path: string) => Promise<string>;
  /** Time limit of a command or a refresh. */
  readonly timeoutMs?: number;
}

/** A key is renewed this long before it expires. */
const marginMs = 60_000;

/** `until`: of our own steady clock; `expires`: of the time of day, as who gave it says. */
type FetchedCredential = Credential & { readonly expires?: number; readonly until?: number };

export function createCredentials(options: CredentialsOptions = {}): Credentials {
  const { environment = process.env, clock = systemClock, timeoutMs = 30_000 } = options;
  // With HOME empty, `~/key` would be a file in the working folder.
  const { homeDirectory = homedir() || userInfo().homedir } = options;
  const runCommand =
    options.runCommand ?? ((command: string) => runKeyCommand(command, { environment, clock, timeoutMs }));
  const readFile = options.readFile ?? ((path: string) => readKeyFile(path, homeDirectory));
  const now = steadyTime(clock);
  const kept = new Map<string | CredentialSource, FetchedCredential>();
  const underWay = new Map<string | CredentialSource, Promise<FetchedCredential>>();
  const refused = new Map<string | CredentialSource, string>();

  /** Runs once for all callers. */
  const obtain = (source: CredentialSource): Promise<FetchedCredential> => {
    const id = identityOf(source);
    const running = underWay.get(id);
    if (running !== undefined) return running;
    const starting = fetchAnew(source).then((obtained) => {
      underWay.delete(id);
      if ('key' in obtained) kept.set(id, obtained);
      return obtained;
    });
    underWay.set(id, starting);
    return starting;
  };

  const fetchAnew = async (source: CredentialSource): Promise<FetchedCredential> => {
    if ('command' in source) {
      const obtained = keyOf('The command for the key', await attempt(() => runCommand(source.command)));
      return source.ttlMs === undefined || !('key' in obtained)
        ? obtained
        : { ...obtained, until: now() + source.ttlMs };
    }
    if (!('token' in source)) return local(source);
    const { refresh } = source;
    if (typeof refresh === 'string') {
      return tokenPrinted('The command that refreshes the token', await attempt(() => runCommand(refresh)));
    }
    return callRefresh('The refresh of the token', refresh);
  };

  const callRefresh = async (what: string, refresh: () => Promise<RefreshedToken>): Promise<FetchedCredential> => {
    const over = new AbortController();
    const late = clock
      .sleep(timeoutMs, over.signal)
      .then((): FetchedCredential => failed(`${what} took longer than ${timeoutMs / 1_000} s.`));
    try {
      return await Promise.race([refresh().then((given) => tokenGiven(what, given)), late]);
    } catch (error) {
      return failed(`${what} failed${codeOf(error)}.`);
    } finally {
      over.abort();
    }
  };

  /** Read each time: the key may have been replaced. */
  const local = async (source: CredentialSource): Promise<FetchedCredential> => {
    if ('env' in source) {
      const key = environment[source.env]?.trim() ?? '';
      return key === '' ? missing(`The environment variable ${source.env} is not set.`) : usable(key, source.env);
    }
    if ('key' in source) return usable(source.key.trim(), 'The key in the configuration');
    if (!('file' in source)) return missing('There is no credential.');
    try {
      const [first = ''] = (await readFile(source.file)).replace(/^\ufeff/, '').split('\n');
      const what = `The first line of the file ${source.file}`;
      return first.trim() === '' ? missing(`${what} is empty.`) : usable(first.trim(), what);
    } catch (error) {
      return missing(`The file ${source.file} with the key cannot be read${codeOf(error)}.`);
    }
  };

  /** The key that is known without running a command. */
  const known = (source: CredentialSource): FetchedCredential | undefined => {
    const latest = kept.get(identityOf(source));
    if (latest !== undefined || !('token' in source)) return latest;
    const { token, expires } = source;
    return { key: token.trim(), ...(expires === undefined ? {} : { expires }) };
  };

  const timeLeft = ({ expires, until }: FetchedCredential): number => {
    if (until !== undefined) return until - now();
    return expires === undefined ? Number.POSITIVE_INFINITY : expires - clock.now();
  };

  const get = async (source: CredentialSource): Promise<FetchedCredential> => {
    const wrong = problemWith(source);
    if (wrong !== undefined) return wrong;
    if (!isFetched(source)) return local(source);
    const present = known(source);
    if (present === undefined || !('key' in present)) return obtain(source);
    if (present.key === refused.get(identityOf(source))) return renew(source, present.key);
    const left = timeLeft(present);
    // A `ttlMs` may be shorter than the margin.
    if (left > ('token' in source ? marginMs : 0)) return present;
    const next = await obtain(source);
    // A key that expires soon is better than none.
    return 'key' in next || left <= 0 ? next : present;
  };

  const renew = async (source: CredentialSource, old: string): Promise<FetchedCredential> => {
    const wrong = problemWith(source);
    if (wrong !== undefined) return wrong;
    const present = isFetched(source) ? known(source) : undefined;
    // Another caller renewed it while this request was running.
    if (present !== undefined && 'key' in present && present.key !== old) return present;
    const next = await obtain(source);
    if (!('key' in next) || next.key !== old) return next;
    // A command may print a new key later; a token changes only by its refresh.
    if ('command' in source) kept.delete(identityOf(source));
    return failed('There is no key other than the refused one.');
  };

  return { get, renew, refuse: (source, key) => void refused.set(identityOf(source), key) };
}

/** For callers without type checks: an error of ours names no value, one of the language may. */
function problemWith(source: CredentialSource): FetchedCredential | undefined {
  try {
    checkSource(source);
    return undefined;
  } catch (error) {
    return missing(error instanceof ConfigError ? error.what : 'The credential cannot be read.');
  }
}

function isFetched(source: CredentialSource): boolean {
  return 'command' in source || 'token' in source;
}

/** Equal configurations are the same credential; a function equals only itself. */
function identityOf(source: CredentialSource): string | CredentialSource {
  if ('command' in source) return JSON.stringify(['command', source.command]);
  if ('token' in source && typeof source.refresh === 'string') {
    return JSON.stringify(['token', source.token, source.refresh]);
  }
  return source;
}

async function attempt(run: () => Promise<CommandEnd>): Promise<CommandEnd> {
  try {
    return await run();
  } catch (error) {
    return { failed: `could not be run${codeOf(error)}` };
  }
}

function keyOf(what: string, end: CommandEnd): FetchedCredential {
  if ('failed' in end) return failed(`${what} ${end.failed}.`);
  const key = compact(end.printed.trim());
  return key === '' ? failed(`${what} printed nothing.`) : usable(key, `The output of ${lower(what)}`, true);
}

/** The token alone, or `{"token": …, "expires": …}`. */
function tokenPrinted(what: string, end: CommandEnd): FetchedCredential {
  if ('failed' in end || !end.printed.trim().startsWith('{')) return keyOf(what, end);
  try {
    return tokenGiven(what, JSON.parse(end.printed));
  } catch {
    return failed(`${what} printed something that is neither a token nor JSON.`);
  }
}

function tokenGiven(what: string, given: unknown): FetchedCredential {
  if (typeof given !== 'object' || given === null) return failed(`${what} returned no token.`);
  const token = 'token' in given ? given.token : undefined;
  const expires = 'expires' in given ? given.expires : undefined;
  if (typeof token !== 'string' || token.trim() === '') return failed(`${what} returned no token.`);
  const key = usable(token.trim(), `The result of ${lower(what)}`, true);
  return typeof expires === 'number' && Number.isFinite(expires) ? { ...key, expires } : key;
}

/** AWS credentials are JSON, possibly on several lines. */
function compact(printed: string): string {
  if (!printed.startsWith('{')) return printed;
  try {
    return JSON.stringify(JSON.parse(printed));
  } catch {
    return printed;
  }
}

function usable(key: string, what: string, lasting = false): FetchedCredential {
  if (/^[\x21-\x7e]+$/.test(key)) return { key };
  const message = `${what} is not a valid key: it contains characters that are not allowed in a header. Check that only the key was copied.`;
  return { failure: { reason: 'auth-permanent', message }, lasting };
}

function failed(message: string): FetchedCredential {
  return { failure: { reason: 'auth-permanent', message }, lasting: true };
}

function missing(message: string): FetchedCredential {
  return { failure: { reason: 'auth-permanent', message }, lasting: false };
}

function lower(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}

/** The system's error code; the error's message may contain the secret. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^[\w .-]{1,40}$/.test(code) ? ` (${code})` : '';
}

/** How many bytes of a key file are read; longer than any key. */
const longest = 64 * 1024;

/** Rejects with the system's error. */
async function readKeyFile(path: string, homeDirectory: string): Promise<string> {
  const full = path.startsWith('~/') ? join(homeDirectory, path.slice(2)) : path;
  // Without O_NONBLOCK, opening a pipe without a writer would block.
  const file = await open(full, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile())
      throw Object.assign(new Error('It is not a file.'), { code: 'not a regular file' });
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longest), 0, longest, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
