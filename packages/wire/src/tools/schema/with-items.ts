/** OAC-030: OpenAI refuses an array that does not say what its items are, also one with `prefixItems` alone. */
import type { JsonObject } from '@interlock/transcript';
import { asArray } from '../../json/json.ts';
import { mapSubschemas } from './map-subschemas.ts';

/** Deeper ones stay as they are; no server goes so far. */
const deepest = 100;

export function withItems(schema: JsonObject, depth = 0): JsonObject {
  if (depth > deepest) return schema;
  const whole = mapSubschemas(schema, (child) => withItems(child, depth + 1));
  const types = Array.isArray(whole['type']) ? asArray(whole['type']) : [whole['type']];
  return types.includes('array') && (whole['items'] ?? null) === null ? { ...whole, items: {} } : whole;
}
