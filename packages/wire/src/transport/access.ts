/** What a transport lends to authentication. Made once for each transport, so that tokens are kept as long as it lives. */

/** What a transport provides for authentication. */
export interface Access {
  /** Milliseconds since 1970. */
  now(): number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Makes something once, and keeps it as long as the transport lives: a client that caches its tokens. */
  keep<T>(name: string, make: () => T): T;
  readonly signal?: AbortSignal | undefined;
}

export interface AccessOptions {
  readonly environment?: Access['environment'];
  readonly now?: () => number;
}

export function createAccess({ environment = {}, now = Date.now }: AccessOptions = {}): Access {
  const kept = new Map<string, unknown>();
  return {
    environment,
    now,
    keep: <T>(name: string, make: () => T): T => {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name) as T;
    },
  };
}

/** That of the process; empty where there is none, as in a browser. */
export function processEnvironment(): Access['environment'] {
  return typeof process === 'undefined' ? {} : process.env;
}
