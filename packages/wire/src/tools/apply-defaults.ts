/**
 * Converts a model's arguments to what its tool's own schema means. Targets that do not accept `default` never see it, so it is
 * filled in here (05 §1.1); and what a dialect made the model write is converted back: nulls for omitted optional properties
 * (OAC-020), objects as JSON text (GEM-023). Values that fit the schema are never changed.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, parseJson } from '../json/json.ts';
import { boundedSchema } from './schema/bounded-schema.ts';
import { flatten } from './schema/merge.ts';
import { SchemaBudget } from './schema/schema-budget.ts';
import { readNode, type SchemaNode } from './schema/schema-node.ts';

/** Arguments nested deeper are left unchanged. */
const deepest = 64;

/** Values after this many are left unchanged. */
const mostValues = 250_000;

/** The maximum weight of all defaults together: each may contain others. */
const mostDefaults = 100_000;

export function applyDefaults(schema: JsonObject | undefined, args: JsonObject): JsonObject {
  if (schema === undefined) return args;
  const root = boundedSchema(schema);
  const left = { values: mostValues, defaults: mostDefaults };
  return asObject(fill(root, args, { reading: new SchemaReading(root), left, depth: 0, inside: none })) ?? args;
}

interface FillContext {
  readonly reading: SchemaReading;
  readonly left: { values: number; defaults: number };
  readonly depth: number;
  /** The enclosing schemas. No schema is filled in inside itself: that would never end. */
  readonly inside: readonly JsonValue[];
}

const none: readonly JsonValue[] = [];

function fill(schema: JsonValue, value: JsonValue, context: FillContext): JsonValue {
  const { reading, left, depth } = context;
  left.values -= 1;
  if (depth > deepest || left.values < 0) return value;
  const node = reading.node(schema);
  const parsed = parseText(node, value);
  const below = { ...context, depth: depth + 1 };
  if (Array.isArray(parsed)) return fillItems(node, asArray(parsed), below);
  const object = asObject(parsed);
  return object === undefined ? parsed : fillProperties(schema, node, object, below);
}

function fillItems({ keywords }: SchemaNode, values: readonly JsonValue[], context: FillContext): JsonValue {
  const { items, prefixItems } = keywords;
  const tuple = asArray(Array.isArray(items) ? items : prefixItems);
  const rest = asObject(items) ?? {};
  return values.map((value, index) => fill(tuple[index] ?? rest, value, context));
}

type PropertyEntry = readonly [name: string, value: JsonValue];

function fillProperties(schema: JsonValue, node: SchemaNode, object: JsonObject, context: FillContext): JsonObject {
  const { reading } = context;
  const { additionalProperties } = node.keywords;
  const required = reading.required(schema);
  const schemaOf = (name: string): JsonValue | undefined =>
    Object.hasOwn(node.properties, name) ? node.properties[name] : additionalProperties;
  const present = Object.entries(object).filter(([name, value]) => {
    if (value !== null || required.has(name) || !Object.hasOwn(node.properties, name)) return true;
    return reading.allowsNull(node.properties[name] ?? null);
  });
  const names = new Set(present.map(([name]) => name));
  // Before the values that were given, because filling in those may use up the budget.
  const added = reading.defaults(schema).flatMap(({ name, schema: inner, value, weight }): readonly PropertyEntry[] => {
    if (names.has(name) || context.inside.includes(inner) || context.left.defaults < weight) return [];
    context.left.defaults -= weight;
    return [[name, fill(inner, value, { ...context, inside: [...context.inside, inner] })]];
  });
  const inside = present.map(([name, value]): PropertyEntry => {
    const inner = schemaOf(name);
    if (inner === undefined) return [name, value];
    return [name, fill(inner, value, { ...context, inside: [...context.inside, inner] })];
  });
  return Object.fromEntries([...inside, ...added]);
}

/** Parses an object or a list that came as JSON text where the schema allows no text. */
function parseText(node: SchemaNode, value: JsonValue): JsonValue {
  if (typeof value !== 'string' || node.variants.length > 0 || node.kinds.includes('string')) return value;
  const parsed = parseJson(value);
  if (parsed === undefined) return value;
  const kind = Array.isArray(parsed) ? 'array' : 'object';
  return typeof parsed === 'object' && parsed !== null && node.kinds.includes(kind) ? parsed : value;
}

interface PropertyDefault {
  readonly name: string;
  readonly schema: JsonValue;
  readonly value: JsonValue;
  /** The size of the value, which may be added many times. */
  readonly weight: number;
}

/** A tool's schema, read for filling in arguments. Each part is read once, however many values there are. */
class SchemaReading {
  readonly #root: JsonObject;
  readonly #budget = new SchemaBudget();
  readonly #nodes = new Map<JsonValue, SchemaNode>();
  readonly #required = new Map<JsonValue, ReadonlySet<string>>();
  readonly #defaults = new Map<JsonValue, readonly PropertyDefault[]>();
  readonly #nullable = new Map<JsonValue, boolean>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  node(schema: JsonValue): SchemaNode {
    return once(this.#nodes, schema, () => this.#read(schema));
  }

  required(schema: JsonValue): ReadonlySet<string> {
    return once(this.#required, schema, () => new Set(this.node(schema).required));
  }

  /** The properties of an object that have a default. */
  defaults(schema: JsonValue): readonly PropertyDefault[] {
    return once(this.#defaults, schema, () =>
      Object.entries(this.node(schema).properties).flatMap(([name, property]) => {
        const value = this.node(property).keywords['default'];
        return value === undefined ? [] : [{ name, schema: property, value, weight: this.#budget.weightOf(value) }];
      }),
    );
  }

  allowsNull(schema: JsonValue): boolean {
    return once(this.#nullable, schema, () => {
      const { nullable, kinds, variants, values, keywords } = this.node(schema);
      if (nullable || keywords['default'] === null) return true;
      if (variants.length > 0) return variants.some((variant) => this.#isNullable(variant));
      return kinds.length === 0 && values.length === 0;
    });
  }

  #isNullable(variant: JsonValue): boolean {
    return readNode(flatten(variant, this.#root, this.#budget), this.#budget).nullable;
  }

  #read(schema: JsonValue): SchemaNode {
    const { anyOf, oneOf, ...rest } = flatten(schema, this.#root, this.#budget);
    const resolved = (list: JsonValue | undefined): readonly JsonValue[] =>
      asArray(list).map((one) => flatten(one, this.#root, this.#budget));
    const flat = {
      ...rest,
      ...(anyOf === undefined ? {} : { anyOf: resolved(anyOf) }),
      ...(oneOf === undefined ? {} : { oneOf: resolved(oneOf) }),
    };
    return readNode(flat, this.#budget);
  }
}

function once<T>(known: Map<JsonValue, T>, schema: JsonValue, read: () => T): T {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const found = read();
  known.set(schema, found);
  return found;
}
