/** Reads the bytes of an answer. Ending the iteration early closes the connection. */

import { startLookingForData } from './carries-data.ts';
import type { Exchange } from './exchange.ts';
import { startLimiting } from './limits.ts';

/** The part of a body that is needed: a web stream has it. */
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
      const idle = { span: limits.idleMs, left: limits.idleMs - waited };
      const answer = { span: limits.answerMs, left: limits.answerMs - (asked - begun) };
      // Whichever ends first: the other cannot.
      const isAnswer = answer.span > 0 && (idle.span <= 0 || answer.left < idle.left);
      const { done, value } = await exchange.within(isAnswer ? 'answer' : 'idle', isAnswer ? answer : idle, () =>
        reader.read(),
      );
      waited = value !== undefined && carriesData(value) ? 0 : waited + (performance.now() - asked);
      if (value !== undefined) yield value;
      ended = done;
    }
  } finally {
    exchange.release();
    // Also after an error; the error of a broken stream has been thrown, or no longer matters.
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
