/** A streamed response, read as it comes. */
import type { PreparedRequest } from '../prepare/prepared-request.ts';
import type { ReplyEvent } from '../reply/events.ts';
import type { Reply } from '../reply/gatherer.ts';
import type { Frame, Framing } from '../transport/frame.ts';
import { readFrames } from '../transport/frames.ts';
import { startLimiting } from '../transport/limits.ts';
import { readText } from '../transport/read-body.ts';
import { startReadingSse } from '../transport/sse.ts';
import { decodeBody } from './read-response.ts';
import { ReadingStages } from './reading-stages.ts';

export interface ReplyStream extends AsyncIterable<ReplyEvent> {
  /** The same events, those together that came together. */
  readonly batches: AsyncIterable<readonly ReplyEvent[]>;
  /** The whole answer. Reads what is left of the stream if nobody has. */
  reply(): Promise<Reply>;
}

/** What a body comes in: bytes or text, cut anywhere, all there or on its way. */
export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** `chunks` are the response's body. They are read once: iterate, or ask for the reply. */
export function readStream(request: Pick<PreparedRequest, 'reply'>, chunks: Chunks): ReplyStream {
  const { protocol, origin, framing = protocol.framing } = request.reply;
  const decoding = protocol.startDecoding(request.reply);
  const stages = new ReadingStages(request.reply);

  async function* read(): AsyncGenerator<readonly ReplyEvent[], void, undefined> {
    const body = await bodyStart(bytesOf(chunks, origin.provider));
    if (isWhole(framing, body.sign)) {
      yield stages.pass(decodeBody(protocol, await readText(replay(body), origin.provider), request.reply));
    } else if (framing === 'sse') {
      yield* readEvents(body);
    } else {
      yield* readPieces(replay(body));
    }
    yield stages.end();
  }

  /** Without a generator for each stage: most answers come this way, in many small chunks. */
  async function* readEvents({ held, rest }: BodyStart): AsyncGenerator<readonly ReplyEvent[], void, undefined> {
    const reading = startReadingSse(origin.provider);
    const pass = (frames: readonly Frame[]): readonly ReplyEvent[] =>
      stages.pass(frames.flatMap((frame) => decoding.frame(frame)));
    let isOver = false;
    try {
      for (const chunk of held) yield pass(reading.chunk(chunk));
      for (;;) {
        const { value, done } = await rest.next();
        if (done === true) break;
        const events = pass(reading.chunk(value));
        if (events.length > 0) yield events;
      }
      yield pass(reading.end());
      isOver = true;
      yield stages.pass(decoding.end());
    } finally {
      if (!isOver) breakOff();
      await rest.return();
    }
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

  /** Given up or broken off: nobody listens, but the reply has all that had come, and what was known of it. */
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

/** No stream begins like this, but that of JSON lines: someone answered in one piece, or with a web page. */
function isWhole(framing: Framing, sign: string): boolean {
  return sign === '<' || sign === '[' || (sign === '{' && framing !== 'ndjson');
}

/** Bounded: see `limits.ts`. */
async function* bytesOf(chunks: Chunks, provider: string): AsyncGenerator<Uint8Array, void, undefined> {
  const limit = startLimiting(provider);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
    limit(bytes);
    yield bytes;
  }
}

interface BodyStart {
  /** The first character that is not white space; '' for an empty body. */
  readonly sign: string;
  /** What was read to find it. */
  readonly held: readonly Uint8Array[];
  readonly rest: AsyncGenerator<Uint8Array, void, undefined>;
}

/** The first sign of a body, before anybody reads it. */
async function bodyStart(rest: AsyncGenerator<Uint8Array, void, undefined>): Promise<BodyStart> {
  const held: Uint8Array[] = [];
  for (;;) {
    const { value, done } = await rest.next();
    if (done === true) return { sign: '', held, rest };
    held.push(value);
    const first = value.find((byte) => !blank.has(byte));
    if (first !== undefined) return { sign: String.fromCharCode(first), held, rest };
  }
}

/** White space, and the bytes of a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

async function* replay({ held, rest }: BodyStart): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (const chunk of held) yield chunk;
    for await (const chunk of rest) yield chunk;
  } finally {
    await rest.return();
  }
}
