/** Whether an entry contains half of a surrogate pair, in its texts or in the names of its fields. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../json/json.ts';

/** Entries are a few levels deep. Deeper levels are checked with a list instead of recursion. */
const fewLevels = 16;

export function hasLoneSurrogate(entry: JsonValue): boolean {
  return isBroken(entry, 0);
}

function isBroken(value: JsonValue | undefined, level: number): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  if (level > fewLevels) return isBrokenDeep(value);
  const fields = asObject(value);
  if (fields === undefined) {
    for (const inner of asArray(value)) if (isBroken(inner, level + 1)) return true;
  } else {
    for (const key in fields) if (isBrokenName(key) || isBroken(fields[key], level + 1)) return true;
  }
  return false;
}

/** A body may be nested to any depth. */
function isBrokenDeep(entry: JsonValue): boolean {
  const left: JsonValue[] = [entry];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string' && !value.isWellFormed()) return true;
    if (typeof value !== 'object' || value === null) continue;
    const fields = asObject(value);
    if (fields !== undefined) for (const key in fields) if (isBrokenName(key)) return true;
    for (const inner of Object.values(value)) left.push(inner);
  }
  return false;
}

/** Names are short: checking a few code units is faster than the native call. */
function isBrokenName(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) >= firstSurrogate) return !name.isWellFormed();
  return false;
}

const firstSurrogate = 0xd800;
