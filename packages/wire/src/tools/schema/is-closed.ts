/** Whether a schema can be enforced (`strict`) by OpenAI (OAC-020): every object in it forbids other properties and requires all of its own. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { mapSubschemas } from './subschemas.ts';

/** Deeper schemas are refused anyway. */
const deepest = 32;

export function isClosed(schema: JsonObject, depth = 0): boolean {
  const { type = null, properties, additionalProperties, required = null } = schema;
  const isObject = properties !== undefined || type === 'object' || asArray(type).includes('object');
  if (depth === 0 && type !== 'object') return false;
  if (isObject && additionalProperties !== false) return false;
  const names = new Set<JsonValue>(asArray(required));
  if (depth >= deepest || !Object.keys(asObject(properties) ?? {}).every((name) => names.has(name))) return false;
  let areClosed = true;
  mapSubschemas(schema, (child) => {
    areClosed &&= isClosed(child, depth + 1);
    return child;
  });
  return areClosed;
}
