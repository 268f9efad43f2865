/** Counts what a provider answers to one request. While there is no room, nothing more is read. */
import type { Clock } from '@interlock/runtime';
import { type HttpReply, ProviderError, type Transport } from '@interlock/wire';
import type { RequestHold } from './holdings.ts';

/** How long an answer waits for room, in milliseconds, before it is given up. */
const patienceMs = 5_000;

/** Estimated bytes per byte of a whole answer: as text, as values, as events, and as it is written for the client. */
const perByte = 4;

/** The same per byte of a stream: an event is all of that, but only while it passes. */
const perStreamedByte = 3;

export function heldTransport(transport: Transport, hold: RequestHold, clock: Clock): Transport {
  const roomFor = async (bytes: number): Promise<void> => {
    hold.add(bytes);
    const over = new AbortController();
    try {
      if (!(await hold.room(clock.sleep(patienceMs, over.signal)))) throw noRoom();
    } finally {
      over.abort();
    }
  };
  return {
    access: transport.access,
    send: async (request, options) => {
      const reply = await transport.send(request, options);
      return held(reply, roomFor);
    },
    close: () => transport.close(),
  };
}

function held(reply: HttpReply, roomFor: (bytes: number) => Promise<void>): HttpReply {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of reply.chunks) {
      await roomFor(perStreamedByte * chunk.length);
      yield chunk;
    }
  };
  return {
    status: reply.status,
    headers: reply.headers,
    ...(reply.requestId === undefined ? {} : { requestId: reply.requestId }),
    chunks: chunks(),
    text: async () => {
      const declared = Number(reply.headers['content-length'] ?? 0) || 0;
      await roomFor(perByte * declared);
      const text = await reply.text();
      await roomFor(Math.max(0, perByte * (text.length - declared)));
      return text;
    },
    ...(reply.gather === undefined ? {} : { gather: (ms: number) => reply.gather?.(ms) }),
    discard: () => reply.discard(),
  };
}

function noRoom(): ProviderError {
  const message = 'The gateway has too many large answers in progress.';
  return new ProviderError('gateway', { reason: 'overloaded', message, retryAfterMs: 1_000 });
}
