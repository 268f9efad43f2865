/** A transport with connections of its own: proxies from the environment, and a limit on the time until a connection stands. */
import { createAccess, processEnvironment } from './access.ts';
import { assertProxy, type Connections, type Environment, openConnections } from './dispatcher.ts';
import { streamBody } from './request-body.ts';
import { type Fetching, sendOver } from './send-over.ts';
import { defaultTimeouts, type Timeouts, type Transport } from './transport.ts';

export interface TransportOptions {
  /** `environment` (the default: HTTP_PROXY, HTTPS_PROXY, NO_PROXY), `none`, or the address of a proxy for everything. */
  readonly proxy?: string;
  readonly timeouts?: Timeouts;
  /** Where proxies, and credentials that no target gives, are looked up. Default: that of the process. */
  readonly environment?: Environment;
  /** Milliseconds since 1970, for signatures and tokens that expire. Default: the system's clock. */
  readonly now?: () => number;
}

export function createTransport(options: TransportOptions = {}): Transport {
  const limits = { ...defaultTimeouts, ...options.timeouts };
  const { proxy = 'environment', environment = processEnvironment() } = options;
  assertProxy(proxy, environment);
  let connections: Promise<Connections> | undefined;
  const open = (): Promise<Connections> => {
    connections ??= openConnections(proxy, limits.connectMs, environment);
    return connections;
  };
  const fetching: Fetching = async (request, signal) => {
    const { fetch, dispatcher } = await open();
    const { body, length } = streamBody(request.body);
    const headers = { ...request.headers, 'content-length': String(length) };
    const { url, method } = request;
    return fetch(url, { method, headers, body, duplex: 'half', signal, dispatcher, redirect: 'manual' });
  };
  return {
    access: createAccess({ environment, ...(options.now === undefined ? {} : { now: options.now }) }),
    send: (request, sending) => sendOver(fetching, request, sending, limits),
    close: async () => (await open()).dispatcher.destroy(),
  };
}
