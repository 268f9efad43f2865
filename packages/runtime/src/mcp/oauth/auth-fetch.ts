/** Requests to authorization servers: only to addresses that a secret may be sent to, answered within a time and of a size. */
import { createBoundedFetch } from '../bounded-fetch.ts';

const longestAnswer = 1024 * 1024;
const timeLimitMs = 30_000;

export type AuthFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** https; http only on this machine, and only for a server that is on this machine itself. */
export function isSafeAddress(address: string | URL, server: string): boolean {
  const url = URL.parse(String(address));
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url) && isLoopback(URL.parse(server));
}

/** `server`: the address of the MCP server. Rejects with a sentence. */
export async function withAuthFetch<T>(
  server: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  work: (fetch: AuthFetch) => Promise<T>,
): Promise<T> {
  const web = await createBoundedFetch(environment);
  const fetch: AuthFetch = async (url, init = {}) => {
    if (!isSafeAddress(url, server))
      throw new Error(`the address ${shown(url)} is not one to sign in at: it is not https`);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
    const response = await web.fetch(url, { ...init, signal: limit });
    const text = await bounded(response, url);
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

async function bounded(response: Response, url: string | URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > longestAnswer) throw new Error(`${shown(url)} answered with more than ${longestAnswer / 2 ** 20} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isLoopback(url: URL | null): boolean {
  return url !== null && /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

/** Without what may be a secret. */
function shown(address: string | URL): string {
  const url = URL.parse(String(address));
  return url === null ? 'that it names' : `${url.protocol}//${url.host}${url.pathname}`.slice(0, 200);
}
