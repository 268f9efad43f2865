/** The entries of a list and of the lists in it: clients that batch or nest send one list too many. */
import type { JsonValue } from '@interlock/transcript';
import { asArray } from '../json/json.ts';

/** What is nested deeper stays as it is. */
const deepest = 8;

export function flatEntries(value: JsonValue | undefined): readonly JsonValue[] {
  const list = asArray(value);
  return list.some(Array.isArray) ? list.flat(deepest) : list;
}
