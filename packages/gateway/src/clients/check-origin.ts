/**
 * A web page must not be able to spend the user's keys: requests that a browser made for a page, and requests for a host that is
 * not ours (DNS rebinding), are refused unless the configuration allows them.
 */
import type { IncomingMessage } from 'node:http';

export interface OriginRules {
  /** Names and addresses without a port, in lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  /** There are no client tokens: only who is on this machine may ask. */
  readonly isOpen?: boolean;
}

/** The parts of a request that matter here. */
export interface OriginRequest extends Pick<IncomingMessage, 'headers'> {
  readonly socket: Pick<IncomingMessage['socket'], 'localAddress'>;
}

/** Why the request is refused. Undefined: it may pass. */
export function checkOrigin(
  { headers, socket }: OriginRequest,
  { hosts, origins, isOpen = false }: OriginRules,
): string | undefined {
  if (isOpen && cameThroughProxy(headers)) return relayed;
  const host = hostName(headers.host);
  // An address is ours if the connection was made to it. Only a name can be made to point to another address.
  if (host === undefined || !(hosts.has(host) || host === plainAddress(socket.localAddress))) {
    return `The Host header does not name this gateway. Allow it in gateway.hosts if it is yours.`;
  }
  const { origin } = headers;
  if (origin !== undefined) {
    return origins.has(origin)
      ? undefined
      : 'Requests from web pages are refused. Allow the origin in gateway.origins.';
  }
  const site = headers['sec-fetch-site'];
  // `none`: the user typed the address.
  return site === undefined || site === 'none' ? undefined : 'Requests from web pages are refused.';
}

/** Whether a proxy says that it passes on a request of somebody else. One that says nothing cannot be told from a program on this machine. */
export function cameThroughProxy(headers: IncomingMessage['headers']): boolean {
  return Object.keys(headers).some((name) => proxyHeaders.test(name));
}

const proxyHeaders =
  /^(?:forwarded|via|cdn-loop|cf-(?:connecting-ip.*|ray|visitor|ipcountry)|x-(?:forwarded|original|real|remote|envoy)(?:-.+)?|(?:.+-)?client-?ip)$/;

const relayed =
  'The request came through a proxy, and this gateway has no client tokens: anyone who can reach the proxy could spend your keys. Set gateway.tokens: interlock serve --new-token prints one.';

/** Without the port, and without the brackets of an IPv6 address. */
export function hostName(host: string | undefined): string | undefined {
  const found = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(host?.trim().toLowerCase() ?? '');
  return found?.[1] ?? found?.[2];
}

/** IPv4 addresses are written like IPv6 ones on a socket that accepts both. */
function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
}
