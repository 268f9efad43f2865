/** Loads the MCP library with the first server, so that sessions without servers do not pay for it. */

import { importFailure } from '@interlock/wire';

/** One library for all revisions: 2026-07-28, and the older ones with `initialize`. */
export type Sdk = typeof import('@modelcontextprotocol/client');

/** Rejects with a `ConfigError` if it is not installed: it is an optional peer dependency. */
export function loadSdk(): Promise<Sdk> {
  return import('@modelcontextprotocol/client').catch((error: unknown) => {
    throw importFailure(error, '@modelcontextprotocol/client', 'An MCP server');
  });
}
