/** Reads one schema into the one form that the printers of all dialects use. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json/json.ts';
import { distinct } from './keyword-values.ts';
import { flatten, intersect, mergeVariants } from './merge.ts';
import type { SchemaBudget } from './schema-budget.ts';

export type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

export interface SchemaNode {
  /** The possible types except null; inferred if not given. Empty: anything, or what the variants allow. */
  readonly kinds: readonly Kind[];
  readonly nullable: boolean;
  readonly description: string;
  /** The values of `enum` or `const`, without null. */
  readonly values: readonly JsonValue[];
  /** The schemas of `anyOf` or `oneOf`, if there is more than one except null. */
  readonly variants: readonly JsonValue[];
  readonly properties: JsonObject;
  /** Only names that are in `properties`. */
  readonly required: readonly string[];
  /** Several for a tuple. */
  readonly items: readonly JsonValue[];
  /** All other keywords, without `allOf`. */
  readonly keywords: JsonObject;
}

const noRefs: JsonObject = {};

/** The schema must have no references; see `refs.ts`. */
export function readNode(schema: JsonValue, budget: SchemaBudget): SchemaNode {
  let keywords = flatten(schema, noRefs, budget);
  let nullable = keywords['nullable'] === true;
  let variants: readonly JsonValue[] = [];
  // `anyOf` with one real variant is that variant, which may have its own `anyOf`.
  for (let level = 0; level < 8; level += 1) {
    const { anyOf, oneOf, ...rest } = keywords;
    const all = distinct(asArray(asArray(anyOf).length > 0 ? anyOf : oneOf), budget);
    variants = all.filter((variant) => !isNull(variant));
    if (variants.length < all.length) nullable = true;
    const [only] = variants;
    if (variants.length !== 1 || only === undefined) break;
    keywords = intersect([rest, flatten(only, noRefs, budget)], budget);
    if (keywords['nullable'] === true) nullable = true;
  }
  const ownProperties = asObject(keywords['properties']);
  if (ownProperties !== undefined && Object.keys(ownProperties).length > 0 && variants.length > 0) {
    // An object with a union next to it, mostly to say which properties belong together: one object with all of them.
    keywords = mergeVariants(
      keywords,
      variants.map((variant) => flatten(variant, noRefs, budget)),
      budget,
    );
    variants = [];
  }
  return described(keywords, nullable, variants.length > 1 ? variants : [], budget);
}

function described(
  keywords: JsonObject,
  nullable: boolean,
  variants: readonly JsonValue[],
  budget: SchemaBudget,
): SchemaNode {
  const allValues = 'const' in keywords ? [keywords['const'] ?? null] : distinct(asArray(keywords['enum']), budget);
  const values = allValues.filter((value) => value !== null);
  const types = typesOf(keywords['type'], values);
  const properties = asObject(keywords['properties']) ?? {};
  const isOwn = (name: JsonValue): name is string => typeof name === 'string' && Object.hasOwn(properties, name);
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = keywords;
  return {
    kinds: types.kinds.length > 0 || variants.length > 0 ? types.kinds : inferredKinds(keywords, values),
    nullable: nullable || types.hasNull || values.length < allValues.length,
    description: asText(keywords['description']),
    values,
    variants,
    properties,
    required: distinct(asArray(keywords['required']), budget).filter(isOwn),
    items: tupleOf(keywords, budget),
    keywords: rest,
  };
}

/** Whether a schema allows only `null`. */
export function isNull(schema: JsonValue): boolean {
  const { type, enum: values, const: value } = asObject(schema) ?? {};
  if (value === null) return true;
  if (values !== undefined) return asArray(values).length > 0 && asArray(values).every((one) => one === null);
  return type === 'null' || (asArray(type).length > 0 && asArray(type).every((one) => one === 'null'));
}

const kindNames: ReadonlySet<string> = new Set<Kind>(['string', 'number', 'integer', 'boolean', 'object', 'array']);

function isKind(name: string): name is Kind {
  return kindNames.has(name);
}

/** Upper case is Google's spelling; unknown names are ignored (GEM-024). */
function typesOf(type: JsonValue | undefined, values: readonly JsonValue[]): Types {
  const names = (typeof type === 'string' ? [type] : asArray(type)).map((name) => asText(name).toLowerCase());
  const declared = [...new Set(names.filter(isKind))].filter((kind) => kind !== 'integer' || !names.includes('number'));
  const possible = declared.filter((kind) => values.some((value) => fits(value, kind)));
  return { kinds: possible.length > 0 ? possible : declared, hasNull: names.includes('null') };
}

interface Types {
  readonly kinds: readonly Kind[];
  readonly hasNull: boolean;
}

export function fits(value: JsonValue, kind: Kind): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'integer') return Number.isInteger(value);
  return kind === 'object' ? asObject(value) !== undefined : typeof value === kind;
}

/** Keywords that apply to one type only. */
const typeKeywords: readonly (readonly [Kind, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'required', 'propertyNames', 'minProperties']],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

function inferredKinds(keywords: JsonObject, values: readonly JsonValue[]): readonly Kind[] {
  if (values.length > 0) return [...new Set(values.map(kindOf))];
  const [found] = typeKeywords.find(([, names]) => names.some((name) => name in keywords)) ?? [];
  return found === undefined ? [] : [found];
}

function kindOf(value: JsonValue): Kind {
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'object';
  }
}

function tupleOf({ items, prefixItems }: JsonObject, budget: SchemaBudget): readonly JsonValue[] {
  if (asArray(prefixItems).length > 0) return distinct(asArray(prefixItems), budget);
  if (asArray(items).length > 0) return distinct(asArray(items), budget);
  return asObject(items) === undefined || items === undefined ? [] : [items];
}
