/** Reads a streamed response. */
import type { Failure } from '../failure/failure.ts';
import type { PreparedRequest, ReplyContext } from '../prepare/prepared-request.ts';
import type { Decoding } from '../protocols/protocol.ts';
import type { ReplyEvent } from '../reply/events.ts';
import type { Reply } from '../reply/gatherer.ts';
import type { Frame, Framing } from '../transport/frame.ts';
import { readFrames } from '../transport/frames.ts';
import { startLimiting } from '../transport/limits.ts';
import { readText } from '../transport/read-body.ts';
import { startReadingSse } from '../transport/sse.ts';
import { AnswerDepth } from './answer-fault.ts';
import { decodeBody, ReadingStages } from './read-response.ts';

export interface ReplyStream extends AsyncIterable<ReplyEvent> {
  /** The same events, in batches as they arrived. */
  readonly batches: AsyncIterable<readonly ReplyEvent[]>;
  /** What the server has done wrong so far, if the answer is such that code that walks over it runs out of stack. */
  readonly fault: Failure | undefined;
  /** The complete answer. Reads the rest of the stream if nothing else has. */
  reply(): Promise<Reply>;
}

/** A body: bytes or text, in chunks of any size, complete or still arriving. */
export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** `chunks` are the response's body. They are read once: iterate, or request the reply. */
export function readStream(request: Pick<PreparedRequest, 'reply'>, chunks: Chunks): ReplyStream {
  const reading = new StreamReading(request.reply);
  const batches = reading.batches(chunks);
  const events = eventsOf(batches);
  return {
    batches,
    [Symbol.asyncIterator]: () => events,
    get fault() {
      return reading.fault;
    },
    reply: async () => {
      for await (const _ of batches);
      return reading.reply();
    },
  };
}

/**
 * Reads one stream. A class, because a generator function that is made for each stream gets a hidden class of its own, which keeps the whole
 * answer in memory until the next full garbage collection.
 */
class StreamReading {
  readonly #context: ReplyContext;
  readonly #decoding: Decoding;
  readonly #stages: ReadingStages;
  readonly #depth = new AnswerDepth();

  constructor(context: ReplyContext) {
    this.#context = context;
    this.#decoding = context.protocol.startDecoding(context);
    this.#stages = new ReadingStages(context);
  }

  get fault(): Failure | undefined {
    return this.#depth.fault;
  }

  reply(): Reply {
    return this.#stages.gatherer.reply();
  }

  /** The stages are not separate generators, because most answers are many events in small chunks. */
  async *batches(chunks: Chunks): AsyncGenerator<readonly ReplyEvent[], void, undefined> {
    const { protocol, origin, framing = protocol.framing } = this.#context;
    const body = await openBody(chunks, origin.provider);
    if (isWhole(framing, body.firstCharacter)) {
      const text = await readText(chunksOf(body), origin.provider);
      this.#depth.read(text);
      yield this.#stages.pass(decodeBody(protocol, text, this.#context));
    } else if (framing !== 'sse') {
      yield* this.#framesOf(framing, chunksOf(body));
    } else {
      const reading = startReadingSse(origin.provider);
      let isOver = false;
      try {
        for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) {
          yield this.#pass(reading.chunk(chunk));
        }
        yield this.#pass(reading.end());
        isOver = true;
        yield this.#stages.pass(this.#decoding.end());
      } finally {
        if (!isOver) this.#breakOff();
        await body.close();
      }
    }
    yield this.#stages.end();
  }

  async *#framesOf(
    framing: Framing,
    body: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<readonly ReplyEvent[], void, undefined> {
    let isOver = false;
    try {
      for await (const frame of readFrames(framing, body, this.#context.origin.provider)) yield this.#pass([frame]);
      isOver = true;
      yield this.#stages.pass(this.#decoding.end());
    } finally {
      if (!isOver) this.#breakOff();
    }
  }

  #pass(frames: readonly Frame[]): readonly ReplyEvent[] {
    for (const { data } of frames) this.#depth.read(data);
    return this.#stages.pass(frames.flatMap((frame) => this.#decoding.frame(frame)));
  }

  /** The stream was cancelled or cut off. No one iterates anymore, but the reply must have everything that arrived. */
  #breakOff(): void {
    this.#stages.pass(this.#decoding.end());
    this.#stages.end();
  }
}

async function* eventsOf(
  batches: AsyncGenerator<readonly ReplyEvent[], void, undefined>,
): AsyncGenerator<ReplyEvent, void, undefined> {
  for await (const batch of batches) for (const event of batch) yield event;
}

/** Whether a body is no stream, but a complete answer or a web page. A stream of JSON lines starts with `{` too. */
function isWhole(framing: Framing, firstCharacter: string): boolean {
  return firstCharacter === '<' || firstCharacter === '[' || (firstCharacter === '{' && framing !== 'ndjson');
}

interface OpenBody {
  /** The first character that is not whitespace; '' for an empty body. */
  readonly firstCharacter: string;
  /** The next chunk, from the start of the body; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Reads the first character of a body ahead, because it shows what the body is. The size is limited (`limits.ts`). */
async function openBody(chunks: Chunks, provider: string): Promise<OpenBody> {
  const limit = startLimiting(provider);
  const encoder = new TextEncoder();
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const readAhead: Uint8Array[] = [];
  const read = async (): Promise<Uint8Array | undefined> => {
    const { value, done } = await iterator.next();
    if (done === true) return undefined;
    const bytes = typeof value === 'string' ? encoder.encode(value) : value;
    limit(bytes);
    return bytes;
  };
  const next = async (): Promise<Uint8Array | undefined> => readAhead.shift() ?? read();
  const close = async (): Promise<void> => void (await iterator.return?.());
  try {
    for (let chunk = await read(); chunk !== undefined; chunk = await read()) {
      readAhead.push(chunk);
      const first = chunk.find((byte) => !blank.has(byte));
      if (first !== undefined) return { firstCharacter: String.fromCharCode(first), next, close };
    }
    return { firstCharacter: '', next, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whitespace, and the bytes of a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

async function* chunksOf(body: OpenBody): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) yield chunk;
  } finally {
    await body.close();
  }
}
