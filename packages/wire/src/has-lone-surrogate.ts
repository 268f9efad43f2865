/** Whether half of a surrogate pair stands anywhere in an entry: in its texts, or in the names of its fields. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject } from './json.ts';

/** Iterative: a body may be nested as deep as its sender likes. */
export function hasLoneSurrogate(entry: JsonValue): boolean {
  const left: JsonValue[] = [];
  if (isCut(entry, left)) return true;
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    const fields = asObject(value);
    if (fields === undefined) {
      for (const inner of asArray(value)) if (isCut(inner, left)) return true;
    } else {
      for (const key in fields) if (!key.isWellFormed() || isCut(fields[key], left)) return true;
    }
  }
  return false;
}

/** Lists and objects are left for later. */
function isCut(value: JsonValue | undefined, later: JsonValue[]): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value === 'object' && value !== null) later.push(value);
  return false;
}
