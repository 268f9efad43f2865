/** An HTTP server that speaks the providers' APIs to clients, with any provider behind it. */
import type { AddressInfo } from 'node:net';
import { redactKeys } from '@interlock/wire';
import { sendJson } from './http/http-outlet.ts';
import { Load } from './http/load.ts';
import { PatientServer } from './http/patient-server.ts';
import { ResponsesSockets } from './http/responses-sockets.ts';
import { serveHttp } from './http/serve-http.ts';
import type { GatewayOptions } from './options/gateway-options.ts';
import { gatewayParts } from './parts/gateway-parts.ts';

export interface Gateway {
  /** For example `http://127.0.0.1:4141`, without a trailing slash. */
  readonly url: string;
  /** Accepts no more requests, and resolves when those in progress have ended, after `shutdownMs` at the latest. */
  close(): Promise<void>;
}

/** Resolves when the gateway listens. Throws a `ConfigError` if the options cannot be served safely. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const parts = gatewayParts(options);
  const { limits, log, transport, clock } = parts;
  const { host = '127.0.0.1' } = options;
  const load = new Load();
  const server = new PatientServer({
    requestTimeout: limits.requestMs,
    headersTimeout: Math.min(20_000, limits.requestMs),
    // By default, Node looks for slow clients only twice a minute.
    connectionsCheckingInterval: Math.min(5_000, limits.requestMs),
    maxHeaderSize: 32 * 1024,
    // Java's own client offers HTTP/2 with every request (`h2c`): the request is answered, the offer is not taken.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.keepAliveTimeout = 75_000;
  server.maxConnections = limits.connections;
  server.on('request', (request, response) => {
    serveHttp(parts, load, request, response).catch((error: unknown) => {
      log.error({ error: describe(error) }, 'fault');
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, {}, { error: { type: 'api_error', message: 'The gateway failed. See its log.' } });
    });
  });
  const sockets = new ResponsesSockets(parts, load);
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  parts.database?.start();
  return {
    url: urlOf(host, server.address()),
    close: async () => {
      load.closing = true;
      parts.feed?.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      sockets.close();
      const late = setTimeout(() => {
        server.closeAllConnections();
        sockets.terminate();
      }, limits.shutdownMs);
      await closed;
      clearTimeout(late);
      // Their clients are gone. What still uses the parts below would take their end for a failure of a provider.
      const patience = new AbortController();
      await Promise.race([load.settled(), clock.sleep(settlingMs, patience.signal)]);
      patience.abort();
      await parts.tracing?.close();
      await parts.recording?.file?.close();
      await parts.database?.close();
      if (options.transport === undefined) await transport.close();
    },
  };
}

/** How long a shutdown waits for requests that were cut off. */
const settlingMs = 2_000;

/** Without any text of the request. */
function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${redactKeys(error.message.slice(0, 500))}` : 'unknown';
}

function urlOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
