/** Reads a streamed response. */
import type { PreparedRequest } from '../prepare/prepared-request.ts';
import type { ReplyEvent } from '../reply/events.ts';
import type { Reply } from '../reply/gatherer.ts';
import type { Frame, Framing } from '../transport/frame.ts';
import { readFrames } from '../transport/frames.ts';
import { startLimiting } from '../transport/limits.ts';
import { readText } from '../transport/read-body.ts';
import { startReadingSse } from '../transport/sse.ts';
import { decodeBody, ReadingStages } from './read-response.ts';

export interface ReplyStream extends AsyncIterable<ReplyEvent> {
  /** The same events, in batches as they arrived. */
  readonly batches: AsyncIterable<readonly ReplyEvent[]>;
  /** The complete answer. Reads the rest of the stream if nothing else has. */
  reply(): Promise<Reply>;
}

/** A body: bytes or text, in chunks of any size, complete or still arriving. */
export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** `chunks` are the response's body. They are read once: iterate, or request the reply. */
export function readStream(request: Pick<PreparedRequest, 'reply'>, chunks: Chunks): ReplyStream {
  const { protocol, origin, framing = protocol.framing } = request.reply;
  const decoding = protocol.startDecoding(request.reply);
  const stages = new ReadingStages(request.reply);

  /** Without a generator for each stage: most answers are many events in small chunks. */
  async function* read(): AsyncGenerator<readonly ReplyEvent[], void, undefined> {
    const { sign, body } = await bodyStart(chunks, origin.provider);
    if (isWhole(framing, sign)) {
      yield stages.pass(decodeBody(protocol, await readText(piecesOf(body), origin.provider), request.reply));
    } else if (framing !== 'sse') {
      yield* readPieces(piecesOf(body));
    } else {
      const reading = startReadingSse(origin.provider);
      const pass = (frames: readonly Frame[]): readonly ReplyEvent[] =>
        stages.pass(frames.flatMap((frame) => decoding.frame(frame)));
      let isOver = false;
      try {
        for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) {
          yield pass(reading.chunk(chunk));
        }
        yield pass(reading.end());
        isOver = true;
        yield stages.pass(decoding.end());
      } finally {
        if (!isOver) breakOff();
        await body.return();
      }
    }
    yield stages.end();
  }

  async function* readPieces(
    pieces: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<readonly ReplyEvent[], void, undefined> {
    let isOver = false;
    try {
      for await (const frame of readFrames(framing, pieces, origin.provider)) yield stages.pass(decoding.frame(frame));
      isOver = true;
      yield stages.pass(decoding.end());
    } finally {
      if (!isOver) breakOff();
    }
  }

  /** Cancelled or cut off: nothing listens anymore, but the reply has everything that arrived. */
  function breakOff(): void {
    stages.pass(decoding.end());
    stages.end();
  }

  const batches = read();
  const events = eventsOf(batches);
  return {
    batches,
    [Symbol.asyncIterator]: () => events,
    reply: async () => {
      for await (const _ of batches);
      return stages.gatherer.reply();
    },
  };
}

async function* eventsOf(
  batches: AsyncGenerator<readonly ReplyEvent[], void, undefined>,
): AsyncGenerator<ReplyEvent, void, undefined> {
  for await (const batch of batches) for (const event of batch) yield event;
}

/** Only a stream of JSON lines starts like this; otherwise it is a complete answer or a web page. */
function isWhole(framing: Framing, sign: string): boolean {
  return sign === '<' || sign === '[' || (sign === '{' && framing !== 'ndjson');
}

interface ByteReading {
  /** Undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  return(): Promise<void>;
}

/** Bounded: see `limits.ts`. */
function bytesOf(chunks: Chunks, provider: string): ByteReading {
  const limit = startLimiting(provider);
  const encoder = new TextEncoder();
  const given = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  return {
    next: async () => {
      const { value, done } = await given.next();
      if (done === true) return undefined;
      const bytes = typeof value === 'string' ? encoder.encode(value) : value;
      limit(bytes);
      return bytes;
    },
    return: async () => void (await given.return?.()),
  };
}

interface BodyStart {
  /** The first character that is not whitespace; '' for an empty body. */
  readonly sign: string;
  /** All of it. */
  readonly body: ByteReading;
}

/** The first character of a body, before it is read. */
async function bodyStart(chunks: Chunks, provider: string): Promise<BodyStart> {
  const rest = bytesOf(chunks, provider);
  const held: Uint8Array[] = [];
  const body: ByteReading = {
    next: () => (held.length > 0 ? Promise.resolve(held.shift()) : rest.next()),
    return: () => rest.return(),
  };
  try {
    for (;;) {
      const chunk = await rest.next();
      if (chunk === undefined) return { sign: '', body };
      held.push(chunk);
      const first = chunk.find((byte) => !blank.has(byte));
      if (first !== undefined) return { sign: String.fromCharCode(first), body };
    }
  } catch (error) {
    await rest.return();
    throw error;
  }
}

/** Whitespace, and the bytes of a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

async function* piecesOf(body: ByteReading): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) yield chunk;
  } finally {
    await body.return();
  }
}
