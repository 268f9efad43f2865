/** CORS: the headers that let a page of an allowed origin send requests and read answers. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { OriginRules } from '../clients/check-origin.ts';

/** True: it was a preflight request, and it is answered. */
export function allowOrigin(
  method: string,
  headers: IncomingHttpHeaders,
  { origins }: OriginRules,
  response: ServerResponse,
): boolean {
  const { origin } = headers;
  if (origin === undefined || !origins.has(origin)) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', '*');
  response.setHeader('vary', 'origin');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
    // `*` does not include authorization.
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
    'access-control-max-age': '600',
  });
  response.end();
  return true;
}
