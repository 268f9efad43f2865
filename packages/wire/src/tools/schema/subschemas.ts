/** Which keywords of JSON Schema hold schemas. Everything else is data and is never translated. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';

/** One schema, or `true` / `false`. */
export const schemaKeywords: ReadonlySet<string> = new Set([
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
]);

/** A list of them. `items` may be one too, before 2020-12. */
export const schemaListKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);

/** Schemas by name. The names are the author's own: `format` or `default` under `properties` is not a keyword. */
export const schemaMapKeywords: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** The same schema with every schema directly in it replaced. The same object if that changes nothing. */
export function mapSubschemas(schema: JsonObject, change: (child: JsonObject) => JsonValue): JsonObject {
  const changed = (value: JsonValue): JsonValue => {
    const child = asObject(value);
    return child === undefined ? value : change(child);
  };
  return mapFields(schema, (keyword, value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (schemaMapKeywords.has(keyword)) {
      const map = asObject(value);
      return map === undefined ? value : mapFields(map, (_, child) => changed(child));
    }
    if (Array.isArray(value)) return schemaListKeywords.has(keyword) ? mapItems(asArray(value), changed) : value;
    return schemaKeywords.has(keyword) ? changed(value) : value;
  });
}

/** Replaces the values of an object; `undefined` drops the field. The same object if nothing changes, as in most schemas. */
export function mapFields(
  object: JsonObject,
  change: (name: string, value: JsonValue) => JsonValue | undefined,
): JsonObject {
  let entries: (readonly [string, JsonValue])[] | undefined;
  let count = 0;
  for (const name in object) {
    const value = object[name] ?? null;
    const changed = change(name, value);
    if (entries === undefined && changed !== value) entries = Object.entries(object).slice(0, count);
    if (entries !== undefined && changed !== undefined) entries.push([name, changed]);
    count += 1;
  }
  return entries === undefined ? object : Object.fromEntries(entries);
}

/** The same for the items of a list. */
export function mapItems(list: readonly JsonValue[], change: (item: JsonValue) => JsonValue): readonly JsonValue[] {
  let changed: JsonValue[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at] ?? null;
    const next = change(item);
    if (changed === undefined && next !== item) changed = list.slice(0, at);
    changed?.push(next);
  }
  return changed ?? list;
}
