/** Finds what a `$ref` names inside its own document. Other documents are never fetched. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';

/** Undefined if it does not exist, or is in another document. */
export function resolveRef(root: JsonObject, ref: string): JsonValue | undefined {
  if (!ref.startsWith('#')) return undefined;
  const pointer = percentDecoded(ref.slice(1));
  if (pointer === '') return root;
  if (!pointer.startsWith('/')) return undefined;
  let found: JsonValue | undefined = root;
  for (const step of pointer.slice(1).split('/'))
    found = member(found, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return found;
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  const object = asObject(value);
  if (object !== undefined) return Object.hasOwn(object, name) ? object[name] : undefined;
  return /^\d+$/.test(name) ? asArray(value)[Number(name)] : undefined;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
