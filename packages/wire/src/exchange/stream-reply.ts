/** From a history to a streamed answer in one call: prepares, sends, reads. For retries and failover use a route. */

import type { PreparedRequest } from '../prepare/prepared-request.ts';
import { preparerFor } from '../prepare/preparer.ts';
import type { RequestInput } from '../prepare/read-input.ts';
import type { ReplyEvent } from '../reply/events.ts';
import { resolveWithEnvironment } from '../target/environment-target.ts';
import type { Target } from '../target/target.ts';
import { createFetchTransport } from '../transport/fetch.ts';
import type { HttpReply, SendOptions, Transport } from '../transport/transport.ts';
import { type ReplyStream, readStream } from './read-stream.ts';
import { sendRequest } from './send-request.ts';

export interface StreamOptions extends Pick<SendOptions, 'signal' | 'timeouts'> {
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** For your own connections, proxies or environment (`createTransport`); then `fetch` is not used. */
  readonly transport?: Transport;
}

export interface StreamedReply extends ReplyStream {
  /** The request, with diagnostics about what was done to the history for this target. */
  readonly request: PreparedRequest;
}

/**
 * Invalid input throws at once. Nothing is sent before the stream is iterated or its reply is requested; failures are thrown
 * there. Key and address come from the target, or from the environment (`ANTHROPIC_API_KEY`, …).
 */
export function streamReply(
  { target, ...input }: RequestInput & { readonly target: Target },
  { fetch, transport = createFetchTransport(fetch === undefined ? {} : { fetch }), ...options }: StreamOptions = {},
): StreamedReply {
  const preparer = preparerFor(resolveWithEnvironment(target, transport.access.environment));
  const request = preparer.prepare({ ...input, settings: { stream: true, ...input.settings } });
  const stream = readStream(
    request,
    chunksOf(() => sendRequest(transport, request, options)),
  );
  return {
    request,
    batches: stream.batches,
    reply: () => stream.reply(),
    get fault() {
      return stream.fault;
    },
    [Symbol.asyncIterator]: (): AsyncIterator<ReplyEvent> => stream[Symbol.asyncIterator](),
  };
}

/** Nothing is sent before the first chunk is requested. */
async function* chunksOf(send: () => Promise<HttpReply>): AsyncGenerator<Uint8Array, void, undefined> {
  yield* (await send()).chunks;
}
