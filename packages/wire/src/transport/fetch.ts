/**
 * A transport on the platform's own `fetch`: in Node, Bun and a browser. Proxies and connections are the platform's affair. The body
 * goes in one piece, because no browser streams it.
 */
import { createAccess, processEnvironment } from './access.ts';
import { wholeBody } from './request-body.ts';
import { type Fetching, sendOver } from './send-over.ts';
import { defaultTimeouts, type Timeouts, type Transport } from './transport.ts';

export interface FetchTransportOptions {
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** `connectMs` has no meaning here: the platform decides how long a connection may take. */
  readonly timeouts?: Timeouts;
  /** Where keys and addresses are looked up that no target gives. Default: that of the process; empty in a browser. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970, for signatures and tokens that expire. Default: the system's clock. */
  readonly now?: () => number;
}

export function createFetchTransport(options: FetchTransportOptions = {}): Transport {
  const limits = { ...defaultTimeouts, ...options.timeouts };
  const { environment = processEnvironment() } = options;
  const fetching: Fetching = async ({ url, method, headers, body, stop: { signal } }) => {
    // Looked up with each request: programs replace the global, for tests and for tracing.
    const fetch = options.fetch ?? globalThis.fetch;
    const answer = await fetch(url, { method, headers, body: wholeBody(body), signal, redirect: 'manual' });
    const { ok, status, type } = answer;
    return { ok, status, type, headers: Object.fromEntries(answer.headers), body: answer.body };
  };
  return {
    access: createAccess({ environment, ...(options.now === undefined ? {} : { now: options.now }) }),
    send: (request, sending) => sendOver(fetching, request, sending, limits),
    close: async () => undefined,
  };
}
