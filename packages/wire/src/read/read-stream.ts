/** A streamed response, read as it comes. */
import type { ReplyEvent } from '../events.ts';
import type { PreparedRequest } from '../prepare/prepared-request.ts';
import { startReadingCalls } from '../prompt-tools/read-calls.ts';
import { readFrames } from '../transport/frames.ts';
import { Gatherer, type Reply } from './gatherer.ts';

export interface ReplyStream extends AsyncIterable<ReplyEvent> {
  /** The whole answer. Reads what is left of the stream if nobody has. */
  reply(): Promise<Reply>;
}

/** What a body comes in: bytes or text, cut anywhere, all there or on its way. */
export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** `chunks` are the response's body. They are read once: iterate, or ask for the reply. */
export function readStream(request: Pick<PreparedRequest, 'reply'>, chunks: Chunks): ReplyStream {
  const { protocol, promptTools } = request.reply;
  const decoding = protocol.startDecoding();
  const calls = promptTools ? startReadingCalls() : undefined;
  const gatherer = new Gatherer(request.reply);
  const pass = (events: readonly ReplyEvent[]): readonly ReplyEvent[] =>
    (calls === undefined ? events : events.flatMap((event) => calls.event(event))).map((event) => gatherer.take(event));

  async function* read(): AsyncGenerator<ReplyEvent, void, undefined> {
    for await (const frame of readFrames(protocol.framing, bytesOf(chunks))) yield* pass(decoding.frame(frame));
    yield* pass(decoding.end());
    for (const event of calls?.end() ?? []) yield gatherer.take(event);
  }

  const events = read();
  return {
    [Symbol.asyncIterator]: () => events,
    reply: async () => {
      for await (const _ of events);
      return gatherer.reply();
    },
  };
}

async function* bytesOf(chunks: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}
