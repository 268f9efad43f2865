/** What a transport provides for authentication. Created once per transport, so that tokens are cached as long as it lives. */

export interface Access {
  /** Milliseconds since 1970. */
  now(): number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Creates a value once and caches it as long as the transport lives: for example a client with its tokens. */
  keep<T>(name: string, make: () => T): T;
  readonly signal?: AbortSignal | undefined;
}

export interface AccessOptions {
  readonly environment?: Access['environment'];
  readonly now?: () => number;
}

export function createAccess({ environment = {}, now = Date.now }: AccessOptions = {}): Access {
  const cache = new Map<string, unknown>();
  return {
    environment,
    now,
    keep: <T>(name: string, make: () => T): T => {
      if (!cache.has(name)) cache.set(name, make());
      return cache.get(name) as T;
    },
  };
}

/** The environment of the process; empty in a browser. */
export function processEnvironment(): Access['environment'] {
  return typeof process === 'undefined' ? {} : process.env;
}
