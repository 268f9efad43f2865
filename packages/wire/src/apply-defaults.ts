/**
 * What a model wrote as arguments, as its tool's own schema means it. Targets that take no `default` never hear of it, so it
 * is filled in here (05 §1.1); and what a dialect made the model write instead is turned back: nulls for optional properties
 * that are left out (OAC-020), objects as JSON text (GEM-023). Values that fit the schema are never touched.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, parseJson } from './json.ts';
import { flatten } from './tool-schema/flatten.ts';
import { readNode, type SchemaNode } from './tool-schema/schema-node.ts';

/** Arguments nested deeper are left as they are. */
const deepest = 64;

export function applyDefaults(schema: JsonObject | undefined, args: JsonObject): JsonObject {
  if (schema === undefined) return args;
  return asObject(filled(schema, args, { root: schema, depth: 0 })) ?? args;
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

function filled(schema: JsonValue, value: JsonValue, { root, depth }: Place): JsonValue {
  if (depth > deepest) return value;
  const node = nodeOf(schema, root);
  const meant = fromText(node, value);
  const inside = { root, depth: depth + 1 };
  if (Array.isArray(meant)) return filledItems(node, asArray(meant), inside);
  const object = asObject(meant);
  return object === undefined ? meant : filledProperties(node, object, inside);
}

function filledItems({ keywords }: SchemaNode, values: readonly JsonValue[], place: Place): JsonValue {
  const { items, prefixItems } = keywords;
  const tuple = asArray(Array.isArray(items) ? items : prefixItems);
  const rest = asObject(items) ?? {};
  return values.map((value, index) => filled(tuple[index] ?? rest, value, place));
}

function filledProperties(node: SchemaNode, object: JsonObject, place: Place): JsonObject {
  const { additionalProperties } = node.keywords;
  const given = Object.entries(object).flatMap(([name, value]): readonly (readonly [string, JsonValue])[] => {
    const schema = Object.hasOwn(node.properties, name) ? node.properties[name] : additionalProperties;
    if (schema === undefined) return [[name, value]];
    const isOptional = Object.hasOwn(node.properties, name) && !node.required.includes(name);
    if (value === null && isOptional && !allowsNull(schema, place.root)) return [];
    return [[name, filled(schema, value, place)]];
  });
  const names = new Set(given.map(([name]) => name));
  const added = Object.entries(node.properties).flatMap(([name, schema]): readonly (readonly [string, JsonValue])[] => {
    const standard = names.has(name) ? undefined : nodeOf(schema, place.root).keywords['default'];
    return standard === undefined ? [] : [[name, filled(schema, standard, place)]];
  });
  return Object.fromEntries([...given, ...added]);
}

/** An object or a list that came as JSON text where no text is allowed. */
function fromText(node: SchemaNode, value: JsonValue): JsonValue {
  if (typeof value !== 'string' || node.variants.length > 0 || node.kinds.includes('string')) return value;
  const parsed = parseJson(value);
  if (parsed === undefined) return value;
  const kind = Array.isArray(parsed) ? 'array' : 'object';
  return typeof parsed === 'object' && parsed !== null && node.kinds.includes(kind) ? parsed : value;
}

function allowsNull(schema: JsonValue, root: JsonObject): boolean {
  const { nullable, kinds, variants, values, keywords } = nodeOf(schema, root);
  if (nullable || keywords['default'] === null) return true;
  if (variants.length > 0) return variants.some((variant) => readNode(flatten(variant, root)).nullable);
  return kinds.length === 0 && values.length === 0;
}

function nodeOf(schema: JsonValue, root: JsonObject): SchemaNode {
  const { anyOf, oneOf, ...rest } = flatten(schema, root);
  const resolved = (list: JsonValue | undefined): readonly JsonValue[] =>
    asArray(list).map((one) => flatten(one, root));
  return readNode({
    ...rest,
    ...(anyOf === undefined ? {} : { anyOf: resolved(anyOf) }),
    ...(oneOf === undefined ? {} : { oneOf: resolved(oneOf) }),
  });
}
