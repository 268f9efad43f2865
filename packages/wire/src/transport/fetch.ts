/**
 * A transport that uses the platform's `fetch`: in Node, Bun and browsers. The platform handles proxies and connections. The
 * body is sent as one piece, because no browser streams it.
 */
import { createAccess, processEnvironment } from './access.ts';
import { wholeBody } from './request-body.ts';
import { type Fetch, sendOver } from './send-over.ts';
import { defaultTimeouts, type Timeouts, type Transport } from './transport.ts';

export interface FetchTransportOptions {
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** `connectMs` has no effect here: the platform limits the time to connect. */
  readonly timeouts?: Timeouts;
  /** The environment for keys and addresses that a target does not have. Default: the process's; empty in a browser. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970, for signatures and tokens that expire. Default: the system's clock. */
  readonly now?: () => number;
}

export function createFetchTransport(options: FetchTransportOptions = {}): Transport {
  const limits = { ...defaultTimeouts, ...options.timeouts };
  const { environment = processEnvironment() } = options;
  const send: Fetch = async ({ url, method, headers, body, stop: { signal } }) => {
    // Looked up for each request: programs replace the global, for tests and tracing.
    const fetch = options.fetch ?? globalThis.fetch;
    const answer = await fetch(url, { method, headers, body: wholeBody(body), signal, redirect: 'manual' });
    const { ok, status, type } = answer;
    return { ok, status, type, headers: Object.fromEntries(answer.headers), body: answer.body };
  };
  return {
    access: createAccess({ environment, ...(options.now === undefined ? {} : { now: options.now }) }),
    send: (request, sendOptions) => sendOver(send, request, sendOptions, limits),
    close: async () => undefined,
  };
}
