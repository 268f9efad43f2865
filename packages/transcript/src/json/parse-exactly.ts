/**
 * `JSON.parse` that keeps integers which a number cannot hold, such as the ids of some services: as text, because a rounded id is that of
 * something else. Other large numbers (`1e400`) are not exact in the first place.
 */
import type { JsonValue } from './json-value.ts';

/** Throws where `JSON.parse` does. */
export function parseExactly(text: string): JsonValue {
  if (!mayRound(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, keepDigits);
  } catch (error) {
    // The reviver is called recursively, and cannot go as deep as the parser.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

/** Whether the text may have an integer of more than fifteen digits. Cheap, and seldom true. */
export function mayRound(text: string): boolean {
  return /(?:^|[[:,\s-])\d{16}/.test(text);
}

/** `context.source`, the digits as written, is missing in older browsers: there the number stays rounded. */
function keepDigits(this: unknown, _: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '');
  return isRounded && String(value) !== source ? source : value;
}
