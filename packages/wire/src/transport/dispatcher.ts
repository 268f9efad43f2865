/** The connections of a transport: direct, by the proxy that the environment names, or by a given one. */
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from 'undici';
import { ConfigError } from '../errors.ts';

/** `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY` and the same in lower case, which wins, as with curl. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `proxy`: `environment`, `none`, or the address of one that everything goes through. */
export function createDispatcher(proxy: string, connectMs: number, environment: Environment): Dispatcher {
  // How long an answer may take is measured by the exchange, for all stages after the connection.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const tls = { timeout: connectMs };
  if (proxy === 'none') return new Agent({ ...limits, connect: tls });
  const proxied = { ...limits, proxyTls: tls, requestTls: tls };
  try {
    if (proxy !== 'environment') return new ProxyAgent({ ...proxied, uri: proxy });
    return new EnvHttpProxyAgent({
      ...proxied,
      connect: tls,
      httpProxy: variable(environment, 'http_proxy'),
      httpsProxy: variable(environment, 'https_proxy'),
      noProxy: variable(environment, 'no_proxy'),
    });
  } catch {
    // The error of the library quotes the address, and that may hold a password.
    throw new ConfigError(
      'invalid-endpoint',
      'The address of the proxy is not one.',
      'Write it as http://host:port, in HTTP_PROXY and HTTPS_PROXY or where the proxy is set.',
    );
  }
}

/** Never undefined: the library would then look into the environment of the process itself. */
function variable(environment: Environment, name: string): string {
  return environment[name] ?? environment[name.toUpperCase()] ?? '';
}
