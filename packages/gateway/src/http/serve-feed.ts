/** The event feed: for programs on this machine that have the admin token. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '@interlock/runtime';
import { cameThroughProxy } from '../clients/check-origin.ts';
import type { GatewayParts } from '../parts/gateway-parts.ts';
import { sendJson } from './http-outlet.ts';

export const feedPath = '/interlock/events';

/** False: there is no feed, and the path is as unknown as any other. */
export function serveFeed(parts: GatewayParts, request: IncomingMessage, response: ServerResponse): boolean {
  const { feed, admin, recording } = parts;
  if (feed === undefined || admin === undefined) return false;
  const refuse = (status: number, message: string): true => {
    sendJson(response, status, {}, { error: { message } });
    return true;
  };
  if (!isLocal(request)) return refuse(403, 'The event feed is for this machine only.');
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const given = createHash('sha256').update(token).digest();
  if (!timingSafeEqual(given, admin)) return refuse(401, 'The admin token is missing or wrong.');
  const hello = { type: 'hello', version: 1, recording: recording !== undefined };
  return feed.subscribe(response, hello) || refuse(503, 'The event feed has too many subscribers.');
}

/** A proxy on this machine may forward requests of others. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  return !cameThroughProxy(headers) && isLoopback(socket.remoteAddress ?? '');
}
