/** The connections of a transport: direct, through the proxy of the environment, or through a given one. */
import type { Dispatcher } from 'undici';
import { ConfigError } from '../failure/errors.ts';

/** `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY` and the same in lower case, which wins, as with curl. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `proxy`: `environment`, `none`, or the URL of a proxy for everything. The library is loaded with the first request: most
 * importers never send one.
 */
export async function openConnections(proxy: string, connectMs: number, environment: Environment): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent, ProxyAgent } = await import('#undici');
  // The exchange measures how long an answer may take, for all stages after the connection.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const tls = { timeout: connectMs };
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

/** Before anything is sent, with our own message: the library's quotes the URL, which may contain a password. */
export function assertProxy(proxy: string, environment: Environment): void {
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

/** Never undefined: the library would then read the environment of the process. */
function variable(environment: Environment, name: string): string {
  return environment[name] ?? environment[name.toUpperCase()] ?? '';
}
