/** How long one event or line may be. Whole images come in one; without an end the memory would. */
import type { Failure } from '../failure/failure.ts';

/** In characters. */
export const longestFrame: number = 64 * 1024 * 1024;

export function tooLong(what: 'event' | 'line', longest: number): Failure {
  return { reason: 'server', message: `one ${what} of the answer is longer than ${longest} characters` };
}
