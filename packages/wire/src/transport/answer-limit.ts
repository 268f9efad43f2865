/** How much one answer may be. The longest answers of today's models are some tens of megabytes; without a limit the memory ends first. */
import { ProviderError } from '../failure/errors.ts';

/** In bytes, after decompression. */
export const longestAnswer: number = 64 * 1024 * 1024;

/** Takes the chunks of one answer in their order, and throws when there are too many bytes. */
export function startLimiting(provider: string, longest: number = longestAnswer): (chunk: Uint8Array) => void {
  let size = 0;
  return ({ byteLength }) => {
    size += byteLength;
    if (size > longest) throw new ProviderError(provider, { reason: 'server', message: tooMuch(longest) });
  };
}

function tooMuch(longest: number): string {
  return `the answer is longer than ${Math.round(longest / (1024 * 1024))} MB and was cut off`;
}
