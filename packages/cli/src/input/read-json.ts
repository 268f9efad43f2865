/** Reads JSON of unknown shape. A value of the wrong type counts as absent or empty. */
import type { JsonObject, JsonValue } from '@interlock/transcript';

export function recordOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !isList(value) ? value : undefined;
}

export function listAt(record: JsonObject, field: string): readonly JsonValue[] {
  const value = record[field];
  return value !== undefined && isList(value) ? value : [];
}

/** The objects of a list; anything else in it is left out. */
export function objectsIn(record: JsonObject, field: string): readonly JsonObject[] {
  return listAt(record, field).flatMap((entry): readonly JsonObject[] => {
    const object = recordOf(entry);
    return object === undefined ? [] : [object];
  });
}

/** `Array.isArray` does not narrow a union with a readonly array. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
