/** What a schema lacks for strict mode: every object closed, every property required (OAC-020). */
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../../api/json.ts';

/** OpenAI's text about the first place that is not strict. */
export function findUnstrict(schema: JsonObject, context: readonly string[] = []): string | undefined {
  const at = `In context=(${context.map((step) => `'${step}'`).join(', ')})`;
  if (context.length === 0 && schema['type'] !== 'object') {
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${textOf(schema['type']) || 'None'}"'.`;
  }
  const properties = objectOf(schema['properties']);
  if (schema['type'] === 'object' || isObject(schema['properties'])) {
    if (schema['additionalProperties'] !== false) {
      return `${at}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const required = arrayOf(schema['required']);
    const optional = Object.keys(properties).find((name) => !required.includes(name));
    if (optional !== undefined) {
      return `${at}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${optional}'.`;
    }
  }
  return findInside(schema, properties, context);
}

function findInside(schema: JsonObject, properties: JsonObject, context: readonly string[]): string | undefined {
  const inside: readonly (readonly [readonly string[], unknown])[] = [
    ...Object.entries(properties).map(([name, value]) => [['properties', name], value] as const),
    ...Object.entries(objectOf(schema['$defs'])).map(([name, value]) => [['$defs', name], value] as const),
    ...arrayOf(schema['anyOf']).map((value, index) => [['anyOf', String(index)], value] as const),
    [['items'], schema['items']],
  ];
  for (const [path, value] of inside) {
    const found = isObject(value) ? findUnstrict(value, [...context, ...path]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
