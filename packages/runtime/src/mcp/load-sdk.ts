/** The MCP library: loaded with the first server, so that sessions without one do not pay for it. */

import { importFailure } from '@interlock/wire';

/** One library for every revision: 2026-07-28, and the older ones with their `initialize`. */
export type Sdk = typeof import('@modelcontextprotocol/client');

/** Rejects with a `ConfigError` if it is not installed: it is an optional peer. */
export function loadSdk(): Promise<Sdk> {
  return import('@modelcontextprotocol/client').catch((error: unknown) => {
    throw importFailure(error, '@modelcontextprotocol/client', 'An MCP server');
  });
}
