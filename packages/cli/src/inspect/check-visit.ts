/**
 * Who may access the page: anyone who knows the token in its address, and no one through another page. A request that a
 * browser makes for a foreign page is refused, and so is one for a host name that is not this machine's (DNS
 * rebinding).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Visit {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** The path after the token; undefined: it is not one of ours. */
export function checkVisit({ path, headers }: Visit, token: string, port: number): string | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const host = headers.host?.toLowerCase() ?? '';
  if (!hosts.includes(host)) return undefined;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return undefined;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined;
  const [, given = '', rest = ''] = /^\/([^/]*)(\/.*)?$/s.exec(path) ?? [];
  return isSame(given, token) ? rest : undefined;
}

function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** On every answer. Nothing is loaded from elsewhere, no script runs but the page's own, and no other page can hold this one. */
export const strictHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
