/** The bytes of an answer as they come. Whoever stops reading early closes the connection with it. */
import type { ReadableStream } from 'node:stream/web';
import { ProviderError } from '../errors.ts';
import type { Exchange } from './exchange.ts';

export type Body = ReadableStream<Uint8Array> | null;

/** In bytes: more than any model can say, less than would end the process. */
const longestText = 256 * 1024 * 1024;

/** `idleMs` is the longest wait for the next bytes; the time the reader takes for itself does not count. */
export async function* readBody(
  body: Body,
  exchange: Exchange,
  idleMs: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  let ended = reader === undefined;
  try {
    while (reader !== undefined && !ended) {
      const { done, value } = await exchange.within('idle', idleMs, () => reader.read());
      if (value !== undefined) yield value;
      ended = done;
    }
  } finally {
    exchange.release();
    // Also after an error; that of a stream already broken has been thrown, or does not matter any more.
    if (!ended) await reader?.cancel().catch(() => undefined);
  }
}

export async function readText(chunks: AsyncIterable<Uint8Array>, provider: string): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > longestText) {
      throw new ProviderError(provider, {
        reason: 'server',
        message: `the answer is longer than ${longestText} bytes`,
      });
    }
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}
