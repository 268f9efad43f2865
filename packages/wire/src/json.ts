/** Reads values of unknown shape without trusting them: what is not of the asked kind is absent or empty, never an exception. */
import type { JsonObject, JsonValue } from '@interlock/transcript';

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !isArray(value) ? value : undefined;
}

export function asArray(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isArray(value) ? value : [];
}

/** The objects of a list; anything else in it is left out. */
export function asObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return asArray(value)
    .map(asObject)
    .filter((entry) => entry !== undefined);
}

export function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function asNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function asBoolean(value: JsonValue | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Undefined for text that is no JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Array.isArray` does not tell a readonly array from the rest of its union. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
