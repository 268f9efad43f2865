/** What a transport lends to authentication. Made once for each transport, so that tokens are kept as long as it lives. */
import type { Access } from '../authenticate.ts';

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
