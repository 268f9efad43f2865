/** About how many characters a value has as JSON. Walking over it costs much less than writing it. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '@interlock/wire';

export function jsonSize(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 2;
  for (const each of asArray(value)) size += jsonSize(each) + 1;
  const object = asObject(value);
  for (const name in object) size += name.length + 4 + jsonSize(object[name] ?? null);
  return size;
}

/** How many lists and objects are in it, which need far more memory than they have characters. */
export function listsIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let lists = 1;
  for (const each of Object.values(value)) lists += listsIn(each);
  return lists;
}
