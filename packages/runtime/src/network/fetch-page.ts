/**
 * Fetches one page by GET, from the public internet only: every address of every host is checked and then used, also at each redirect.
 * No proxy: it would resolve names itself. Throws a `FetchProblem`, or the caller's reason.
 */
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../time/clock.ts';
import { FetchProblem } from './fetch-problem.ts';
import { parsePageUrl } from './page-url.ts';
import { acceptedEncodings, readBody } from './read-body.ts';
import { type JudgeAddress, type Lookup, pinnedLookup, resolveHost } from './resolve-host.ts';

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly lookup: Lookup;
  /** Default: only the public internet. */
  readonly judge?: JudgeAddress;
  /** For everything, including redirects. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  /** Called before a redirect is followed and before its host is resolved: even a lookup reveals something. */
  readonly mayFollow: (from: URL, to: URL) => boolean;
  /** The maximum size of the body in bytes, decompressed; 0: no body. */
  readonly longest: (head: PageHead) => number;
}

export interface PageHead {
  /** The final URL. */
  readonly url: URL;
  readonly status: number;
  /** '' if the server sends none. */
  readonly contentType: string;
  /** The compressed size, as sent by the server. */
  readonly size?: number;
}

export interface FetchedPage extends PageHead {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

const connectMs = 10_000;
const longestHeaders = 32 * 1024;

const headers = {
  accept: 'text/html, text/*;q=0.9, application/json;q=0.9, image/*;q=0.8, */*;q=0.5',
  'accept-encoding': acceptedEncodings,
  'user-agent': 'interlock',
} as const;

export async function fetchPage(address: string, options: FetchOptions): Promise<FetchedPage> {
  options.signal.throwIfAborted();
  const over = new AbortController();
  const expired = new AbortController();
  void options.clock.sleep(options.timeoutMs, over.signal).then(() => expired.abort());
  const signal = AbortSignal.any([options.signal, expired.signal]);
  let url = parsePageUrl(address);
  try {
    for (let hop = 0; hop <= options.maxRedirects; hop++) {
      const page = await fetchOnce(url, signal, options);
      if (!('to' in page)) return page;
      const next = parsePageUrl(page.to, url);
      if (!options.mayFollow(url, next)) throw new FetchProblem(notFollowed(url, next));
      url = next;
    }
    throw new FetchProblem(`${address} was given up after ${options.maxRedirects} redirects, the last to ${url.href}.`);
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason;
    if (error instanceof FetchProblem) throw error;
    if (expired.signal.aborted) throw new FetchProblem(`${url.origin} took longer than ${options.timeoutMs} ms.`);
    throw new FetchProblem(`${url.origin} could not be fetched: ${wordsFor(error)}.`);
  } finally {
    over.abort();
  }
}

async function fetchOnce(
  url: URL,
  signal: AbortSignal,
  { lookup, judge, longest }: FetchOptions,
): Promise<FetchedPage | { readonly to: string }> {
  const addresses = await abandonable(resolveHost(url.hostname, lookup, judge), signal);
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({
    connect: { lookup: pinnedLookup(addresses), timeout: connectMs },
    maxHeaderSize: longestHeaders,
    // The whole fetch has a time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 0,
  });
  try {
    const reply = await request(url, { method: 'GET', headers, signal, dispatcher });
    // We aborted it: nobody handles the error of its stream.
    reply.body.on('error', () => undefined);
    const to = field(reply, 'location');
    if (isRedirect(reply.statusCode) && to !== '') return { to };
    const head = headOf(url, reply);
    const wanted = longest(head);
    if (wanted === 0) return { ...head, bytes: new Uint8Array(), isCut: true };
    return { ...head, ...(await readBody(reply.body as Readable, field(reply, 'content-encoding'), wanted)) };
  } finally {
    await dispatcher.destroy();
  }
}

function notFollowed(from: URL, to: URL): string {
  return `${from.href} redirects to ${to.href}. That is another site, so it was not followed: fetch that address directly if you want it.`;
}

function headOf(url: URL, reply: Dispatcher.ResponseData): PageHead {
  const size = field(reply, 'content-length');
  return {
    url,
    status: reply.statusCode,
    contentType: field(reply, 'content-type'),
    ...(/^\d{1,15}$/.test(size) ? { size: Number(size) } : {}),
  };
}

/** If a header is sent twice, the first one counts. */
function field({ headers: all }: Dispatcher.ResponseData, name: string): string {
  const value = all[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** For work that cannot be stopped: its result is ignored. */
function abandonable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function wordsFor(error: unknown): string {
  const { code = '', message = 'no reason given' }: { readonly code?: string; readonly message?: string } =
    typeof error === 'object' && error !== null ? error : {};
  const known = knownCodes[code];
  return known ?? (code === '' ? message : `${message} (${code})`).slice(0, 300);
}

const knownCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused (ECONNREFUSED)',
  ECONNRESET: 'the connection was reset (ECONNRESET)',
  UND_ERR_SOCKET: 'the connection was lost',
  UND_ERR_CONNECT_TIMEOUT: `no connection within ${connectMs} ms`,
  UND_ERR_HEADERS_OVERFLOW: `its headers are longer than ${longestHeaders} bytes`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its content is incomplete',
  Z_DATA_ERROR: 'its content does not match its Content-Encoding',
  Z_BUF_ERROR: 'its content is incomplete',
};
