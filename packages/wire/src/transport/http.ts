/** A transport with its own connections: proxies from the environment, and a limit on the time to connect. */
import { createAccess, processEnvironment } from './access.ts';
import { dispatchRequest } from './dispatch-request.ts';
import { assertProxy, type Environment, openConnections } from './dispatcher.ts';
import { type Fetching, type Sending, sendOver } from './send-over.ts';
import { tlsExpected } from './tls-mistake.ts';
import { defaultTimeouts, type Timeouts, type Transport } from './transport.ts';

export interface TransportOptions {
  /** `environment` (the default: HTTP_PROXY, HTTPS_PROXY, NO_PROXY), `none`, or the URL of a proxy for everything. */
  readonly proxy?: string;
  readonly timeouts?: Timeouts;
  /** The environment for proxies and for credentials that a target does not have. Default: the process's. */
  readonly environment?: Environment;
  /** Milliseconds since 1970, for signatures and tokens that expire. Default: the system's clock. */
  readonly now?: () => number;
}

function hasProxy(proxy: string, environment: Environment): boolean {
  if (proxy !== 'environment') return proxy !== 'none';
  return Object.entries(environment).some(([name, value]) => /^(https?|all)_proxy$/i.test(name) && !!value);
}

/** A server that expects TLS closes the connection on a plain request, which looks like a lost connection. */
async function withTlsMistake(error: unknown, { url, stop }: Sending): Promise<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isCutOff = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|HPE_.*)$/.test(code);
  if (!url.startsWith('http:') || !isCutOff || stop.isStopped || !(await speaksTls(url))) throw error;
  throw Object.assign(new Error('the port expects TLS'), { code: tlsExpected });
}

export function createTransport(options: TransportOptions = {}): Transport {
  const limits = { ...defaultTimeouts, ...options.timeouts };
  const { proxy = 'environment', environment = processEnvironment() } = options;
  assertProxy(proxy, environment);
  const isProxied = hasProxy(proxy, environment);
  let connections: ReturnType<typeof openConnections> | undefined;
  const open = (): ReturnType<typeof openConnections> => {
    connections ??= openConnections(proxy, limits.connectMs, environment);
    return connections;
  };
  const fetching: Fetching = async (sending) => {
    const sent = dispatchRequest(await open(), sending);
    // Behind a proxy, only the proxy resolves names.
    return isProxied ? sent : sent.catch((error: unknown) => withTlsMistake(error, sending));
  };
  return {
    access: createAccess({ environment, ...(options.now === undefined ? {} : { now: options.now }) }),
    send: (request, sending) => sendOver(fetching, request, sending, limits),
    close: async () => (await open()).destroy(),
  };
}

const patienceMs = 5_000;

/** Whether a port expects TLS: only the handshake is sent. */
async function speaksTls(url: string): Promise<boolean> {
  // Not imported, so that bundles for browsers contain nothing of Node.
  const tls = globalThis.process?.getBuiltinModule?.('node:tls');
  if (tls === undefined) return false;
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    // Nothing secret is sent, so the certificate does not matter.
    const socket = tls.connect({ host, port: Number(port || 80), rejectUnauthorized: false, timeout: patienceMs });
    const settle = (speaks: boolean): void => {
      resolve(speaks);
      socket.destroy();
    };
    socket.once('secureConnect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}
