/**
 * Requests that a web page somewhere makes through the browser of the simulator's user: by a name of its own that leads to this
 * machine (DNS rebinding), or straight across. Whoever tries a client here calls it by an address or by a local name.
 */
import { isIP } from 'node:net';
import type { ApiResponse } from '../api/api.ts';
import { jsonResponse } from '../api/json-response.ts';

/** Undefined: there is nothing wrong with it. `headers` in lower case. */
export function foreignRequest(headers: Readonly<Record<string, string>>): string | undefined {
  const { host, origin } = headers;
  if (host !== undefined && !isLocal(`http://${host}`)) return 'It was asked for by a name that is not local.';
  if (origin !== undefined ? !isThisMachine(origin) : headers['sec-fetch-site'] === 'cross-site') {
    return 'It comes from a web page.';
  }
  return undefined;
}

export function refuseForeign(why: string): ApiResponse {
  const message = `The simulator answers programs on this machine only. ${why} Use http://127.0.0.1.`;
  return jsonResponse(403, { error: { type: 'foreign_request', message } });
}

/** An address cannot be rebound; these names are never anybody's on the internet (RFC 6761, ICANN for `internal`). */
function isLocal(text: string): boolean {
  const name = hostIn(text);
  return isIP(name) !== 0 || name === 'localhost' || /\.(localhost|internal)$/.test(name);
}

/** A page that this machine serves itself. One at any other address, also of this network, is someone else's. */
function isThisMachine(origin: string): boolean {
  const name = hostIn(origin);
  return name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name) || /^(.+\.)?localhost$/.test(name);
}

function hostIn(text: string): string {
  const { hostname = '' } = URL.parse(text) ?? {};
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
