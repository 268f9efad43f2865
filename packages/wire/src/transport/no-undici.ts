/** In place of undici in a browser (`imports` in package.json), so that bundles for one hold nothing of Node. */
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
