/** The parts of a content, of whatever made them: a list, one part alone, or bare text in place of a part. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../../json/json.ts';

export function partsOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return asArray(value).map(partOf);
  return typeof value === 'string' || asObject(value) !== undefined ? [partOf(value ?? null)] : [];
}

function partOf(value: JsonValue): JsonObject {
  return typeof value === 'string' ? { text: value } : (asObject(value) ?? {});
}
