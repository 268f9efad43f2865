/** A tool's schema for filling in and checking arguments: each part is read once, however many values there are. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray } from '../../json/json.ts';
import { flatten } from './merge.ts';
import { SchemaBudget } from './schema-budget.ts';
import { readNode, type SchemaNode } from './schema-node.ts';

export interface PropertyDefault {
  readonly name: string;
  readonly schema: JsonValue;
  readonly value: JsonValue;
  /** Its size, for code that adds it often. */
  readonly weight: number;
}

export class SchemaReading {
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
