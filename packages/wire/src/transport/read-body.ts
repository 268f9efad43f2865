/** Reads the bytes of an answer. Ending the iteration early closes the connection. */
import type { Exchange } from './exchange.ts';
import { startLimiting } from './limits.ts';

/** The part of a web stream that is used. */
export type Body = {
  readonly locked: boolean;
  getReader(): BodyReader;
  gather?(ms: number): void;
  cancel(): Promise<void>;
} | null;

export interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Closes the connection of an answer that has not ended. */
  cancel(): Promise<void>;
}

/** In milliseconds; 0 waits forever. */
export interface BodyLimits {
  /** The longest wait for more of the answer. Keep-alives do not count as data, and the reader's own time is not counted. */
  readonly idleMs: number;
  /** From the first byte to the last. */
  readonly answerMs: number;
}

export async function* readBody(
  body: Body,
  exchange: Exchange,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  const carriesData = startLookingForData();
  const begun = performance.now();
  let waited = 0;
  let ended = reader === undefined;
  try {
    while (reader !== undefined && !ended) {
      const asked = performance.now();
      const idle = { limit: limits.idleMs, left: limits.idleMs - waited };
      const answer = { limit: limits.answerMs, left: limits.answerMs - (asked - begun) };
      // Only the limit that ends first can be exceeded.
      const isAnswer = answer.limit > 0 && (idle.limit <= 0 || answer.left < idle.left);
      const { done, value } = await exchange.within(isAnswer ? 'answer' : 'idle', isAnswer ? answer : idle, () =>
        reader.read(),
      );
      waited = value !== undefined && carriesData(value) ? 0 : waited + (performance.now() - asked);
      if (value !== undefined) yield value;
      ended = done;
    }
  } finally {
    exchange.release();
    // Also after an error. If the stream is broken, its error was thrown already, or no longer matters.
    if (!ended) await reader?.cancel().catch(() => undefined);
  }
}

export async function readText(chunks: AsyncIterable<Uint8Array>, provider: string): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  const limit = startLimiting(provider);
  for await (const chunk of chunks) {
    limit(chunk);
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}

/** Fewer are no part of an answer that anyone reads, unless they end a line. */
const fewestBytes = 64;

const colon = 0x3a;
/** Blanks, and the bytes of a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x20, 0x09, 0xef, 0xbb, 0xbf]);
/** The first letter of `data`, the only field without which there is no server-sent event. */
const letterD = 0x64;

/**
 * Returns a function to be called for each chunk of one answer, in order: whether it contains data. Servers keep a connection open
 * with comments, blank lines and event fields that make no event; none of these is part of an answer. No byte is read twice.
 */
function startLookingForData(): (chunk: Uint8Array) => boolean {
  let isEvents: boolean | undefined;
  let isLineStart = true;
  let isDataLine = false;
  const isData = (byte: number): boolean => {
    if (byte === 0x0a || byte === 0x0d) {
      isLineStart = true;
      isDataLine = false;
      return false;
    }
    if (blank.has(byte)) return false;
    // JSON, a web page and binary messages start neither with a letter nor with a comment.
    isEvents ??= byte === colon || (byte >= 0x61 && byte <= 0x7a);
    if (isLineStart) isDataLine = !isEvents || byte === letterD;
    isLineStart = false;
    return isDataLine;
  };
  const hasData = (chunk: Uint8Array): boolean => {
    const first = chunk.findIndex(isData);
    if (first === -1) return false;
    // Only the last line matters for the next chunk; anything but an event stream is all data.
    const last = Math.max(chunk.lastIndexOf(0x0a), chunk.lastIndexOf(0x0d));
    if (isEvents === true && last > first) chunk.subarray(last).forEach(isData);
    return true;
  };
  let [few, isMeant] = [0, false];
  return (chunk) => {
    few += chunk.length;
    isMeant = hasData(chunk) || isMeant;
    // A server that sends a byte now and then says nothing.
    if (few < fewestBytes && !chunk.includes(0x0a)) return false;
    const wasMeant = isMeant;
    [few, isMeant] = [0, false];
    return wasMeant;
  };
}
