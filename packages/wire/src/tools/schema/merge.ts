/** Merges schemas: for `allOf` and `$ref`, for the keywords next to an `anyOf`, and for unions where only one object is allowed. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { distinct, identityOf } from './keyword-values.ts';
import { resolveRef } from './refs.ts';
import type { SchemaBudget } from './schema-budget.ts';

/** A schema for what fits all of them. If they contradict each other or cannot be combined, the first one wins. */
export function intersect(schemas: readonly JsonObject[], budget: SchemaBudget): JsonObject {
  const [only] = schemas;
  if (schemas.length < 2) return only ?? {};
  const merged = new Map<string, JsonValue>();
  const values = new CommonValues();
  for (const schema of schemas) {
    for (const [keyword, value] of Object.entries(schema)) {
      const known = merged.get(keyword);
      if (known === undefined) merged.set(keyword, value);
      else if (keyword === 'type') merged.set(keyword, commonTypes(known, value));
      else if (keyword === 'enum') merged.set(keyword, values.narrow(asArray(known), asArray(value)));
    }
  }
  const required = schemas.flatMap((schema) => asArray(schema['required']));
  if (merged.has('required')) merged.set('required', distinct(required, budget));
  if (merged.has('properties')) merged.set('properties', joined(schemas, 'allOf', budget));
  return Object.fromEntries(merged);
}

/**
 * One object that fits each of the variants, for places where a union is refused. A property is required if all of them require
 * it.
 */
export function mergeVariants(own: JsonObject, variants: readonly JsonObject[], budget: SchemaBudget): JsonObject {
  const objects = variants.filter((variant) => 'properties' in variant || 'required' in variant);
  if (objects.length === 0) return own;
  const required = objects.length < variants.length ? [] : requiredByAll(objects);
  return intersect([own, { properties: joined(objects, 'anyOf', budget), required }], budget);
}

function requiredByAll(objects: readonly JsonObject[]): readonly JsonValue[] {
  const counts = new Map<JsonValue, number>();
  for (const { required } of objects) {
    for (const name of distinct(asArray(required))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count === objects.length).map(([name]) => name);
}

/** The properties of all; the schemas of a shared property are merged. */
function joined(schemas: readonly JsonObject[], how: 'allOf' | 'anyOf', budget: SchemaBudget): JsonObject {
  const found = new Map<string, JsonValue[]>();
  for (const { properties } of schemas) {
    for (const [name, schema] of Object.entries(asObject(properties) ?? {})) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [schema]);
      else known.push(schema);
    }
  }
  return Object.fromEntries([...found].map(([name, several]) => [name, together(distinct(several, budget), how)]));
}

function together(schemas: readonly JsonValue[], how: 'allOf' | 'anyOf'): JsonValue {
  const [first] = schemas;
  return schemas.length === 1 && first !== undefined ? first : { [how]: schemas };
}

function commonTypes(first: JsonValue, second: JsonValue): JsonValue {
  const [ours, theirs] = [asList(first), asList(second)];
  const common = ours.flatMap((type) => {
    if (theirs.includes(type)) return [type];
    if (type === 'number' && theirs.includes('integer')) return ['integer'];
    return type === 'integer' && theirs.includes('number') ? [type] : [];
  });
  return common.length === 0 ? first : common;
}

/** The values that all lists have in common. Each list is read once. */
class CommonValues {
  #common: ReadonlyMap<JsonValue, JsonValue> | undefined;

  /** `first` is the result so far. */
  narrow(first: readonly JsonValue[], second: readonly JsonValue[]): readonly JsonValue[] {
    const common = this.#common ?? new Map(first.map((value) => [identityOf(value), value]));
    const theirs = new Set(second.map(identityOf).filter((identity) => common.has(identity)));
    if (theirs.size === 0 || theirs.size === common.size) {
      this.#common = common;
      return first;
    }
    this.#common = new Map([...common].filter(([identity]) => theirs.has(identity)));
    return first.filter((value) => theirs.has(identityOf(value)));
  }
}

/** There are seven types. */
const mostTypes = 20;

function asList(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? asArray(value).slice(0, mostTypes) : [value];
}

/** `allOf` in `allOf`, and references to references: deeper ones are not followed. */
const deepest = 80;

/** One schema without `$ref` and `allOf` at its top level, as all readers of a schema need it. */
export function flatten(schema: JsonValue, root: JsonObject, budget: SchemaBudget): JsonObject {
  const own = asObject(schema) ?? {};
  if (!Object.hasOwn(own, '$ref') && !Object.hasOwn(own, 'allOf')) {
    budget.spend(budget.ownWeight(own));
    return own;
  }
  return intersect(partsOf(schema, { root, budget, followed: new Set(), depth: 0 }), budget);
}

interface Flattening {
  readonly root: JsonObject;
  readonly budget: SchemaBudget;
  readonly followed: Set<string>;
  readonly depth: number;
}

/** A reference is followed once: following it again would add nothing, or never end. */
function partsOf(schema: JsonValue, at: Flattening): readonly JsonObject[] {
  const { root, budget, followed, depth } = at;
  const { $ref: ref, allOf, ...rest } = asObject(schema) ?? {};
  if (!budget.spend(budget.ownWeight(rest)) || depth > deepest) return [rest];
  const isNew = typeof ref === 'string' && !followed.has(ref);
  const target = isNew ? resolveRef(root, ref) : undefined;
  if (isNew) followed.add(ref);
  const parts = [...(target === undefined ? [] : [target]), ...asArray(allOf)];
  if (parts.length === 0) return [rest];
  const inside = { ...at, depth: depth + 1 };
  return [rest, ...parts.flatMap((part) => (budget.isSpent ? [] : partsOf(part, inside)))];
}
