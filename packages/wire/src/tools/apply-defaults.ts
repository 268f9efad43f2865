/**
 * Converts a model's arguments to what its tool's own schema means. Targets that do not accept `default` never see it, so it is
 * filled in here (05 §1.1); and what a dialect made the model write is converted back: nulls for omitted optional properties
 * (OAC-020), objects as JSON text (GEM-023). Values that fit the schema are never changed.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, parseJson } from '../json/json.ts';
import { boundedSchema } from './schema/bounded-schema.ts';
import type { SchemaNode } from './schema/schema-node.ts';
import { SchemaReading } from './schema/schema-reading.ts';

/** Arguments nested deeper are left unchanged. */
const deepest = 64;

/** And so are values after this many. */
const mostValues = 250_000;

/** The maximum weight of all defaults together: each may contain others. */
const mostDefaults = 100_000;

export function applyDefaults(schema: JsonObject | undefined, args: JsonObject): JsonObject {
  if (schema === undefined) return args;
  const root = boundedSchema(schema);
  const left = { values: mostValues, defaults: mostDefaults };
  return asObject(fill(root, args, { reading: new SchemaReading(root), left, depth: 0, inside: none })) ?? args;
}

interface FillPlace {
  readonly reading: SchemaReading;
  readonly left: { values: number; defaults: number };
  readonly depth: number;
  /** The enclosing schemas: none is filled in inside itself, where it would never end. */
  readonly inside: readonly JsonValue[];
}

const none: readonly JsonValue[] = [];

function fill(schema: JsonValue, value: JsonValue, place: FillPlace): JsonValue {
  const { reading, left, depth } = place;
  left.values -= 1;
  if (depth > deepest || left.values < 0) return value;
  const node = reading.node(schema);
  const parsed = parseText(node, value);
  const below = { ...place, depth: depth + 1 };
  if (Array.isArray(parsed)) return fillItems(node, asArray(parsed), below);
  const object = asObject(parsed);
  return object === undefined ? parsed : fillProperties(schema, node, object, below);
}

function fillItems({ keywords }: SchemaNode, values: readonly JsonValue[], place: FillPlace): JsonValue {
  const { items, prefixItems } = keywords;
  const tuple = asArray(Array.isArray(items) ? items : prefixItems);
  const rest = asObject(items) ?? {};
  return values.map((value, index) => fill(tuple[index] ?? rest, value, place));
}

type PropertyEntry = readonly [name: string, value: JsonValue];

function fillProperties(schema: JsonValue, node: SchemaNode, object: JsonObject, place: FillPlace): JsonObject {
  const { reading } = place;
  const { additionalProperties } = node.keywords;
  const required = reading.required(schema);
  const schemaOf = (name: string): JsonValue | undefined =>
    Object.hasOwn(node.properties, name) ? node.properties[name] : additionalProperties;
  const given = Object.entries(object).filter(([name, value]) => {
    if (value !== null || required.has(name) || !Object.hasOwn(node.properties, name)) return true;
    return reading.allowsNull(node.properties[name] ?? null);
  });
  const names = new Set(given.map(([name]) => name));
  // Before the contents of given values, which may need all of the budget.
  const added = reading.defaults(schema).flatMap(({ name, schema: inner, value, weight }): readonly PropertyEntry[] => {
    if (names.has(name) || place.inside.includes(inner) || place.left.defaults < weight) return [];
    place.left.defaults -= weight;
    return [[name, fill(inner, value, { ...place, inside: [...place.inside, inner] })]];
  });
  const inside = given.map(([name, value]): PropertyEntry => {
    const inner = schemaOf(name);
    if (inner === undefined) return [name, value];
    return [name, fill(inner, value, { ...place, inside: [...place.inside, inner] })];
  });
  return Object.fromEntries([...inside, ...added]);
}

/** An object or a list that came as JSON text where no text is allowed. */
function parseText(node: SchemaNode, value: JsonValue): JsonValue {
  if (typeof value !== 'string' || node.variants.length > 0 || node.kinds.includes('string')) return value;
  const parsed = parseJson(value);
  if (parsed === undefined) return value;
  const kind = Array.isArray(parsed) ? 'array' : 'object';
  return typeof parsed === 'object' && parsed !== null && node.kinds.includes(kind) ? parsed : value;
}
