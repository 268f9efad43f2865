/**
 * Access control of the page: only clients that know the token in its URL. Requests from other web pages and for another host name (DNS
 * rebinding) are refused.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Visit {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** The path after the token. Undefined: access denied. */
export function checkVisit({ path, headers }: Visit, token: string, port: number): string | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const host = headers.host?.toLowerCase() ?? '';
  if (!hosts.includes(host)) return undefined;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return undefined;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined;
  const [, sentToken = '', rest = ''] = /^\/([^/]*)(\/.*)?$/s.exec(path) ?? [];
  return isSame(sentToken, token) ? rest : undefined;
}

function isSame(sentToken: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sentToken), digest(token));
}

/** Headers of every response: nothing is loaded from elsewhere, only the page's own script runs, and no other page can embed it. */
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
