/** A request of Responses has an `input`, as a list or as text. */
import type { JsonObject } from '@interlock/transcript';
import type { Likeness } from '../../protocol.ts';

export function detectRequest({ input }: JsonObject): Likeness | undefined {
  return Array.isArray(input) || typeof input === 'string' ? 'certain' : undefined;
}
