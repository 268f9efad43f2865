/** A transport with connections of its own: proxies from the environment, and a limit on the time to connect. */
import { createAccess, processEnvironment } from './access.ts';
import { assertProxy, type Connections, type Environment, openConnections } from './dispatcher.ts';
import { streamBody } from './request-body.ts';
import { type Fetching, sendOver } from './send-over.ts';
import { speaksTls } from './speaks-tls.ts';
import { tlsExpected } from './tls-mistake.ts';
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

function hasProxy(proxy: string, environment: Environment): boolean {
  if (proxy !== 'environment') return proxy !== 'none';
  return Object.entries(environment).some(([name, value]) => /^(https?|all)_proxy$/i.test(name) && !!value);
}

/** A server that expects TLS hangs up on a request without it, and that looks like a lost connection. */
async function withTlsMistake(error: unknown, url: string, signal: AbortSignal): Promise<never> {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const isCutOff = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|HPE_.*)$/.test(code);
  if (!url.startsWith('http:') || !isCutOff || signal.aborted || !(await speaksTls(url))) throw error;
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('the port expects TLS'), { code: tlsExpected }),
  });
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
    const sent = fetch(url, { method, headers, body, duplex: 'half', signal, dispatcher, redirect: 'manual' });
    // Behind a proxy, only the proxy resolves names.
    return hasProxy(proxy, environment) ? sent : sent.catch((error: unknown) => withTlsMistake(error, url, signal));
  };
  return {
    access: createAccess({ environment, ...(options.now === undefined ? {} : { now: options.now }) }),
    send: (request, sending) => sendOver(fetching, request, sending, limits),
    close: async () => (await open()).dispatcher.destroy(),
  };
}
