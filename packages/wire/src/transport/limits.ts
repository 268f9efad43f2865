/**
 * Limits for one answer, and for one event or line of it. The longest answers of today's models are tens of megabytes, and
 * whole images come in one event; without a limit memory would run out.
 */
import { ProviderError } from '../failure/errors.ts';
import type { Failure } from '../failure/failure.ts';

/** In bytes, after decompression. */
export const longestAnswer: number = 64 * 1024 * 1024;

/** Counts the chunks of one answer, and throws when there are too many bytes. */
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

/** In characters. */
export const longestFrame: number = 64 * 1024 * 1024;

export function tooLong(what: 'event' | 'line', longest: number): Failure {
  return { reason: 'server', message: `one ${what} of the answer is longer than ${longest} characters` };
}
