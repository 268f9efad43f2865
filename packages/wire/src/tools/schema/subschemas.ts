/** Which keywords of JSON Schema hold schemas. Everything else is data and is never translated. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';

/** One schema, or `true` / `false`. */
export const schemaKeywords: readonly string[] = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** A list of them. `items` may be one too, before 2020-12. */
export const schemaListKeywords: readonly string[] = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];

/** Schemas by name. The names are the author's own: `format` or `default` under `properties` is not a keyword. */
export const schemaMapKeywords: readonly string[] = [
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
];

/** The same schema with every schema directly in it replaced. */
export function mapSubschemas(schema: JsonObject, change: (child: JsonObject) => JsonValue): JsonObject {
  const changed = (value: JsonValue): JsonValue => {
    const child = asObject(value);
    return child === undefined ? value : change(child);
  };
  const entries = Object.entries(schema).map(([keyword, value]): readonly [string, JsonValue] => {
    if (schemaMapKeywords.includes(keyword)) {
      const map = asObject(value);
      if (map === undefined) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(map).map(([name, child]) => [name, changed(child)]))];
    }
    if (Array.isArray(value))
      return [keyword, schemaListKeywords.includes(keyword) ? asArray(value).map(changed) : value];
    return [keyword, schemaKeywords.includes(keyword) ? changed(value) : value];
  });
  return Object.fromEntries(entries);
}
