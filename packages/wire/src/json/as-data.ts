/** What a caller hands over, read as JSON, once: cycles, functions, getters and proxies go no further than this. */
import { type JsonValue, toJson, type ValueChange } from '@interlock/transcript';

export interface Data {
  readonly value: JsonValue;
  /** Something JSON cannot carry: its kind and place. The value has a text in place of it. */
  readonly lost?: ValueChange;
}

export function asData(given: unknown): Data {
  const { value, changes } = toJson(given);
  const lost = changes.find(({ kind }) => !harmless.includes(kind));
  return lost === undefined ? { value } : { value, lost };
}

/** What becomes of these is what everybody expects of `JSON.stringify`. */
const harmless: readonly ValueChange['kind'][] = [
  'boxed',
  'class-instance',
  'date',
  'lone-surrogate',
  'to-json',
  'undefined',
  'url',
];
