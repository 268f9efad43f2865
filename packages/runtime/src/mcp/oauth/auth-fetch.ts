/** Requests to authorization servers: only to URLs that may receive a secret, with limits on time and size. */
import { isLoopback } from '../../network/is-loopback.ts';
import { readAtMost } from '../../network/read-at-most.ts';
import { createBoundedFetch } from '../bounded-fetch.ts';

const longestAnswer = 1024 * 1024;
const timeLimitMs = 30_000;

export type AuthFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** https; http only on this machine, and only for a server on this machine. */
export function isSafeAddress(address: string | URL, server: string): boolean {
  const url = URL.parse(String(address));
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isNear(url) && isNear(URL.parse(server));
}

/** `server`: the URL of the MCP server. Rejects with a sentence. */
export async function withAuthFetch<T>(
  server: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  work: (fetch: AuthFetch) => Promise<T>,
): Promise<T> {
  const web = await createBoundedFetch(environment);
  const fetch: AuthFetch = async (url, init = {}) => {
    if (!isSafeAddress(url, server))
      throw new Error(`the address ${shown(url)} cannot be used to sign in: it is not https`);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
    const response = await web.fetch(url, { ...init, signal: limit });
    const text = response.body === null ? '' : await readAtMost(response.body, longestAnswer);
    if (text === undefined) throw new Error(`${shown(url)} answered with more than ${longestAnswer / 2 ** 20} MB`);
    return new Response([204, 205, 304].includes(response.status) ? null : text, {
      status: response.status,
      headers: response.headers,
    });
  };
  try {
    return await work(fetch);
  } finally {
    await web.close().catch(() => {});
  }
}

/** Browsers treat names under `localhost` as this machine, and so do test servers. */
function isNear(url: URL | null): boolean {
  return url !== null && (isLoopback(url.hostname) || url.hostname.endsWith('.localhost'));
}

/** The address without parts that may be secret. */
function shown(address: string | URL): string {
  const url = URL.parse(String(address));
  return url === null ? 'that it names' : `${url.protocol}//${url.host}${url.pathname}`.slice(0, 200);
}
