/** The MCP library: loaded with the first server, so that sessions without one do not pay for it. */

/** One library for every revision: 2026-07-28, and the older ones with their `initialize`. */
export type Sdk = typeof import('@modelcontextprotocol/client');

export function loadSdk(): Promise<Sdk> {
  return import('@modelcontextprotocol/client');
}
