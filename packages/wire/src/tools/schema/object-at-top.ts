/**
 * Makes the top of a tool's schema an object: `type` and `properties` at the top, no reference and no union there (ANT-063,
 * OAC-020; OpenAI and Anthropic refuse `anyOf`, `oneOf`, `allOf`, `enum` and `not` at the top). Everything below is unchanged.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { distinct } from './keyword-values.ts';
import { flatten, mergeVariants } from './merge.ts';
import type { SchemaBudget } from './schema-budget.ts';

export function objectAtTop(schema: JsonObject | undefined, budget: SchemaBudget): JsonObject {
  const root = schema ?? {};
  if (isObjectAtTop(root)) return root;
  const {
    anyOf: _any,
    oneOf: _one,
    enum: _enum,
    const: _const,
    not: _not,
    required,
    ...rest
  } = unite(root, { root, budget, depth: 0, count: { seen: 0 } });
  const properties = asObject(rest['properties']) ?? {};
  const names = distinct(asArray(required)).filter(
    (name) => typeof name === 'string' && Object.hasOwn(properties, name),
  );
  return { ...rest, type: 'object', properties, ...(names.length > 0 ? { required: names } : {}) };
}

/** What nearly every tool declares. `required` must stay last. */
function isObjectAtTop(schema: JsonObject): boolean {
  const properties = asObject(schema['properties']);
  if (schema['type'] !== 'object' || properties === undefined) return false;
  let last = '';
  for (const keyword in schema) {
    if (elsewhere.has(keyword)) return false;
    last = keyword;
  }
  const { required } = schema;
  if (required === undefined) return true;
  const names = asArray(required);
  const isOwn = (name: JsonValue): boolean => typeof name === 'string' && Object.hasOwn(properties, name);
  return last === 'required' && names.length > 0 && names.every(isOwn) && distinct(names) === names;
}

const elsewhere: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const', 'not']);

/** Unions of unions of objects; more levels or variants are not merged. */
const deepest = 8;
const most = 1000;

interface Uniting {
  readonly root: JsonObject;
  readonly budget: SchemaBudget;
  readonly depth: number;
  readonly count: { seen: number };
}

function unite(schema: JsonValue, at: Uniting): JsonObject {
  at.count.seen += 1;
  const flat = flatten(schema, at.root, at.budget);
  if (at.depth > deepest || at.count.seen > most) return flat;
  const inside = { ...at, depth: at.depth + 1 };
  return (['anyOf', 'oneOf'] as const).reduce((merged, keyword) => {
    const variants = distinct(asArray(flat[keyword]), at.budget).map((variant) => unite(variant, inside));
    return mergeVariants(merged, variants, at.budget);
  }, flat);
}
