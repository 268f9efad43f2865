/** How much one answer may be. The longest answers of today's models are some tens of megabytes; without a limit the memory ends first. */
import { ProviderError } from '../failure/errors.ts';

/** In bytes, after decompression. */
export const longestAnswer: number = 64 * 1024 * 1024;

/** Hands the chunks on until there are too many. Ending the iteration closes the connection. */
export async function* limitAnswer(
  chunks: AsyncIterable<Uint8Array>,
  provider: string,
  longest: number = longestAnswer,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > longest) throw new ProviderError(provider, { reason: 'server', message: tooMuch(longest) });
    yield chunk;
  }
}

function tooMuch(longest: number): string {
  return `the answer is longer than ${Math.round(longest / (1024 * 1024))} MB and was cut off`;
}
