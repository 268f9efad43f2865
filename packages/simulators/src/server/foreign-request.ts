/**
 * Detects requests that a web page makes through the user's browser: with a host name of its own that resolves to this machine (DNS
 * rebinding), or cross-origin. A real client uses an address or a local name.
 */
import { isIP } from 'node:net';
import type { ApiResponse } from '../api/api.ts';
import { jsonResponse } from '../api/json-response.ts';

/** The reason to refuse the request; undefined if there is none. `headers` in lower case. */
export function foreignRequest(headers: Readonly<Record<string, string>>): string | undefined {
  const { host, origin } = headers;
  if (host !== undefined && !isLocal(`http://${host}`)) return 'The host name of this request is not local.';
  if (origin !== undefined ? !isThisMachine(origin) : headers['sec-fetch-site'] === 'cross-site') {
    return 'This request comes from a web page.';
  }
  return undefined;
}

export function refuseForeign(why: string): ApiResponse {
  const message = `The simulator answers only programs on this machine. ${why} Use http://127.0.0.1.`;
  return jsonResponse(403, { error: { type: 'foreign_request', message } });
}

/** An address cannot be rebound; these names never exist on the internet (RFC 6761, ICANN for `internal`). */
function isLocal(text: string): boolean {
  const name = hostIn(text);
  return isIP(name) !== 0 || name === 'localhost' || /\.(localhost|internal)$/.test(name);
}

/** A page that this machine serves. A page from any other address, even in the local network, is foreign. */
function isThisMachine(origin: string): boolean {
  const name = hostIn(origin);
  return name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name) || /^(.+\.)?localhost$/.test(name);
}

function hostIn(text: string): string {
  const { hostname = '' } = URL.parse(text) ?? {};
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
