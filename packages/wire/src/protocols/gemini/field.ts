/**
 * Reads a field by its camelCase name, in either spelling: Google's parser takes `functionCall` and `function_call` alike,
 * and clients send both. We only ever write camelCase (GEM-037).
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';

export function field(object: JsonObject | undefined, name: string): JsonValue | undefined {
  if (object === undefined) return undefined;
  return own(object, name) ?? own(object, snakeCase(name));
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Null is how protobuf's JSON says absent. */
function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined;
}
