/**
 * Makes a schema valid JSON Schema, for targets that check it (MIS-016: Draft 7; Anthropic: 2020-12). A keyword with a value of
 * the wrong type has no meaning, so it is dropped; what differs between the drafts is written as the target expects it.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json/json.ts';
import { distinct, isCount, isFlag, isNumber, isText, type ValueCheck } from './keyword-values.ts';
import { mapFields, mapItems, schemaKeywords, schemaListKeywords, schemaMapKeywords } from './subschemas.ts';

/** The keyword for the schemas of a tuple: `items` until 2019-09, `prefixItems` since 2020-12. */
export type TupleKeyword = 'items' | 'prefixItems';

/** Deeper schemas become "anything". */
const deepest = 80;

export function cleanSchema(schema: JsonObject, tuple: TupleKeyword): JsonObject {
  return clean(schema, tuple, 0);
}

function clean(schema: JsonObject, tuple: TupleKeyword, depth: number): JsonObject {
  if (depth > deepest) return {};
  const converted = convertTuple(convertBounds(schema), tuple);
  return mapFields(converted, (keyword, value) => cleanValue(keyword, value, tuple, depth));
}

function cleanValue(keyword: string, value: JsonValue, tuple: TupleKeyword, depth: number): JsonValue | undefined {
  const child = (inner: JsonValue): JsonValue =>
    typeof inner === 'boolean' ? inner : clean(asObject(inner) ?? {}, tuple, depth + 1);
  if (schemaMapKeywords.has(keyword)) {
    const map = asObject(value);
    return map && mapFields(map, (_, inner) => child(inner));
  }
  const list = asArray(value);
  if (list.length > 0 && schemaListKeywords.has(keyword)) return mapItems(list, child);
  if (schemaKeywords.has(keyword)) return asObject(value) || typeof value === 'boolean' ? child(value) : undefined;
  if (schemaListKeywords.has(keyword)) return undefined;
  if (keyword === 'type') return cleanType(value);
  if (keyword === 'required') return Array.isArray(value) ? textsOf(distinct(list)) : undefined;
  if (keyword === 'enum') return list.length > 0 ? distinct(list) : undefined;
  return !Object.hasOwn(checks, keyword) || checks[keyword]?.(value) ? value : undefined;
}

function textsOf(list: readonly JsonValue[]): readonly JsonValue[] {
  return list.every(isText) ? list : list.filter(isText);
}

const checks: Readonly<Record<string, ValueCheck>> = {
  $anchor: isText,
  $comment: isText,
  $id: isText,
  $ref: isText,
  $schema: isText,
  description: isText,
  examples: (value) => Array.isArray(value),
  exclusiveMaximum: isNumber,
  exclusiveMinimum: isNumber,
  format: isText,
  maxItems: isCount,
  maxLength: isCount,
  maxProperties: isCount,
  maximum: isNumber,
  minItems: isCount,
  minLength: isCount,
  minProperties: isCount,
  minimum: isNumber,
  multipleOf: (value) => typeof value === 'number' && value > 0,
  pattern: isText,
  readOnly: isFlag,
  title: isText,
  uniqueItems: isFlag,
  writeOnly: isFlag,
};

const types: ReadonlySet<string> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

function cleanType(type: JsonValue): JsonValue | undefined {
  if (typeof type === 'string' && types.has(type)) return type;
  const names = (Array.isArray(type) ? asArray(type) : [type]).map((name) => asText(name).toLowerCase());
  const known = distinct(names.filter((name) => types.has(name)));
  return known.length > 1 ? known : known[0];
}

/** Draft 4: `exclusiveMinimum: true` next to `minimum`. */
function convertBounds(schema: JsonObject): JsonObject {
  if (schema['exclusiveMinimum'] !== true && schema['exclusiveMaximum'] !== true) return schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  return {
    ...rest,
    ...present('minimum', exclusiveMinimum === true ? undefined : minimum),
    ...present('maximum', exclusiveMaximum === true ? undefined : maximum),
    ...present('exclusiveMinimum', exclusiveMinimum === true ? minimum : exclusiveMinimum),
    ...present('exclusiveMaximum', exclusiveMaximum === true ? maximum : exclusiveMaximum),
  };
}

function present(keyword: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [keyword]: value };
}

function convertTuple(schema: JsonObject, tuple: TupleKeyword): JsonObject {
  if (!Array.isArray(schema['items']) && !Array.isArray(schema['prefixItems'])) return schema;
  const { items, prefixItems, additionalItems, ...rest } = schema;
  if (tuple === 'prefixItems' && Array.isArray(items)) {
    return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
  }
  if (tuple === 'items' && Array.isArray(prefixItems)) {
    return {
      ...rest,
      items: prefixItems,
      ...(items === undefined || Array.isArray(items) ? {} : { additionalItems: items }),
    };
  }
  return schema;
}
