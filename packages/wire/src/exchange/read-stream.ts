/** A streamed response, read as it comes. */
import type { PreparedRequest } from '../prepare/prepared-request.ts';
import type { ReplyEvent } from '../reply/events.ts';
import type { Reply } from '../reply/gatherer.ts';
import { limitAnswer } from '../transport/answer-limit.ts';
import type { Framing } from '../transport/frame.ts';
import { readFrames } from '../transport/frames.ts';
import { readText } from '../transport/read-body.ts';
import { decodeBody } from './decode-body.ts';
import { ReadingStages } from './reading-stages.ts';

export interface ReplyStream extends AsyncIterable<ReplyEvent> {
  /** The whole answer. Reads what is left of the stream if nobody has. */
  reply(): Promise<Reply>;
}

/** What a body comes in: bytes or text, cut anywhere, all there or on its way. */
export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** `chunks` are the response's body. They are read once: iterate, or ask for the reply. */
export function readStream(request: Pick<PreparedRequest, 'reply'>, chunks: Chunks): ReplyStream {
  const { protocol, origin, framing = protocol.framing } = request.reply;
  const decoding = protocol.startDecoding();
  const stages = new ReadingStages(request.reply);

  async function* read(): AsyncGenerator<ReplyEvent, void, undefined> {
    const body = await bodyStart(limitAnswer(bytesOf(chunks), origin.provider));
    if (isWhole(framing, body.sign)) {
      yield* stages.pass(decodeBody(protocol, await readText(body.chunks, origin.provider)));
    } else {
      yield* readPieces(body.chunks);
    }
    yield* stages.end();
  }

  async function* readPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ReplyEvent, void, undefined> {
    let isOver = false;
    try {
      for await (const frame of readFrames(framing, pieces, origin.provider)) yield* stages.pass(decoding.frame(frame));
      isOver = true;
      yield* stages.pass(decoding.end());
    } finally {
      // Given up or broken off: nobody listens, but the reply has all that had come, and what was known of it.
      if (!isOver) {
        stages.pass(decoding.end());
        stages.end();
      }
    }
  }

  const events = read();
  return {
    [Symbol.asyncIterator]: () => events,
    reply: async () => {
      for await (const _ of events);
      return stages.gatherer.reply();
    },
  };
}

/** No stream begins like this, but that of JSON lines: someone answered in one piece, or with a web page. */
function isWhole(framing: Framing, sign: string): boolean {
  return sign === '<' || sign === '[' || (sign === '{' && framing !== 'ndjson');
}

async function* bytesOf(chunks: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

interface BodyStart {
  /** The first character that is not white space; '' for an empty body. */
  readonly sign: string;
  readonly chunks: AsyncGenerator<Uint8Array, void, undefined>;
}

/** The first sign of a body, before anybody reads it. `chunks` is read through what is returned only. */
async function bodyStart(chunks: AsyncGenerator<Uint8Array, void, undefined>): Promise<BodyStart> {
  const held: Uint8Array[] = [];
  for (;;) {
    const { value, done } = await chunks.next();
    if (done === true) return { sign: '', chunks: replay(held, chunks) };
    held.push(value);
    const first = value.find((byte) => !blank.has(byte));
    if (first !== undefined) return { sign: String.fromCharCode(first), chunks: replay(held, chunks) };
  }
}

/** White space, and the bytes of a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

async function* replay(
  held: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (const chunk of held) yield chunk;
    for await (const chunk of rest) yield chunk;
  } finally {
    await rest.return();
  }
}
