/** A transport with its own connections: proxies from the environment, and a limit on the time to connect. */

import type { Dispatcher } from 'undici';
import { ConfigError } from '../failure/errors.ts';
import { createAccess, processEnvironment } from './access.ts';
import { dispatchRequest } from './dispatch-request.ts';
import { type Fetch, type OutgoingRequest, sendOver } from './send-over.ts';
import { tlsExpected } from './tls-mistake.ts';
import { defaultTimeouts, type Timeouts, type Transport } from './transport.ts';

/** `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`, and the same in lower case, which takes precedence, as with curl. */
type Environment = Readonly<Record<string, string | undefined>>;

export interface TransportOptions {
  /** `environment` (the default: HTTP_PROXY, HTTPS_PROXY, NO_PROXY), `none`, or the URL of a proxy for everything. */
  readonly proxy?: string;
  readonly timeouts?: Timeouts;
  /** The environment for proxies and for credentials that a target does not have. Default: the process's. */
  readonly environment?: Environment;
  /** Milliseconds since 1970, for signatures and tokens that expire. Default: the system's clock. */
  readonly now?: () => number;
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
  const fetch: Fetch = async (request) => {
    const sent = dispatchRequest(await open(), request);
    // Behind a proxy, only the proxy resolves names.
    return isProxied ? sent : sent.catch((error: unknown) => withTlsMistake(error, request));
  };
  return {
    access: createAccess({ environment, ...(options.now === undefined ? {} : { now: options.now }) }),
    send: (request, sendOptions) => sendOver(fetch, request, sendOptions, limits),
    close: async () => (await open()).destroy(),
  };
}

/** A server that expects TLS answers a plain request by closing the connection. That looks like a lost connection, so it is checked. */
async function withTlsMistake(error: unknown, { url, stop }: OutgoingRequest): Promise<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isCutOff = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|HPE_.*)$/.test(code);
  if (!url.startsWith('http:') || !isCutOff || stop.isStopped || !(await speaksTls(url))) throw error;
  throw Object.assign(new Error('the port expects TLS'), { code: tlsExpected });
}

const tlsCheckMs = 5_000;

/** Whether a port expects TLS. Only a handshake is sent. */
async function speaksTls(url: string): Promise<boolean> {
  // Not imported, so that bundles for browsers contain nothing of Node.
  const tls = globalThis.process?.getBuiltinModule?.('node:tls');
  if (tls === undefined) return false;
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    // Nothing secret is sent, so the certificate does not matter.
    const socket = tls.connect({ host, port: Number(port || 80), rejectUnauthorized: false, timeout: tlsCheckMs });
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

/** The library is loaded with the first request: most importers never send one. */
async function openConnections(proxy: string, connectMs: number, environment: Environment): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent, ProxyAgent } = await import('#undici');
  // After the connection, the exchange limits how long each stage of an answer may take.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  // Connections hold no more than one read, so that pausing one really stops reading from it.
  const tls = { timeout: connectMs, highWaterMark: 1 };
  if (proxy === 'none') return new Agent({ ...limits, connect: tls });
  const proxied = { ...limits, proxyTls: tls, requestTls: tls };
  if (proxy !== 'environment') return new ProxyAgent({ ...proxied, uri: proxy });
  const named = {
    httpProxy: variable(environment, 'http_proxy'),
    httpsProxy: variable(environment, 'https_proxy'),
    noProxy: variable(environment, 'no_proxy'),
  };
  // Without a proxy there is nothing to look up for each request.
  if (named.httpProxy === '' && named.httpsProxy === '') return new Agent({ ...limits, connect: tls });
  return new EnvHttpProxyAgent({ ...proxied, connect: tls, ...named });
}

function hasProxy(proxy: string, environment: Environment): boolean {
  if (proxy !== 'environment') return proxy !== 'none';
  return Object.entries(environment).some(([name, value]) => /^(https?|all)_proxy$/i.test(name) && !!value);
}

/** Checked before anything is sent, with our own message: the library's quotes the URL, which may contain a password. */
function assertProxy(proxy: string, environment: Environment): void {
  const names = ['http_proxy', 'https_proxy'];
  const addresses = proxy === 'environment' ? names.map((name) => variable(environment, name)) : [proxy];
  for (const address of addresses) {
    if (address === '' || address === 'none' || URL.parse(address) !== null) continue;
    throw new ConfigError(
      'invalid-endpoint',
      'Invalid proxy URL.',
      'Write it as http://host:port, in HTTP_PROXY and HTTPS_PROXY or where the proxy is set.',
    );
  }
}

/** Never undefined, because the library would then read the environment of the process. */
function variable(environment: Environment, name: string): string {
  return environment[name] ?? environment[name.toUpperCase()] ?? '';
}
