/** A request of Responses has an `input`, as a list or as text, or at least `instructions`. */
import type { JsonObject } from '@interlock/transcript';
import type { Likeness } from '../../protocol.ts';

export function detectRequest({ input, instructions }: JsonObject): Likeness | undefined {
  if (Array.isArray(input) || typeof input === 'string') return 'certain';
  return typeof instructions === 'string' ? 'likely' : undefined;
}
