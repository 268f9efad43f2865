/** Replaces undici in browsers (`imports` in package.json), so that bundles contain nothing of Node. */
import { ConfigError } from '../failure/errors.ts';

class Unavailable {
  constructor() {
    throw new ConfigError(
      'missing-package',
      'A browser cannot open its own connections.',
      'Use createFetchTransport instead of createTransport.',
    );
  }
}

export { Unavailable as Agent, Unavailable as EnvHttpProxyAgent, Unavailable as ProxyAgent };
