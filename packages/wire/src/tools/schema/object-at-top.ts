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
