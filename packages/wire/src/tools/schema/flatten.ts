/** One schema without `$ref` and `allOf` at its own level, which is what everything that reads a schema wants to see. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { intersect } from './merge.ts';
import { resolveRef } from './refs.ts';
import type { SchemaBudget } from './schema-budget.ts';

/** `allOf` in `allOf`, and references to references: more are not followed. */
const deepest = 80;

export function flatten(schema: JsonValue, root: JsonObject, budget: SchemaBudget): JsonObject {
  return intersect(partsOf(schema, { root, budget, followed: new Set(), depth: 0 }), budget);
}

interface Flattening {
  readonly root: JsonObject;
  readonly budget: SchemaBudget;
  readonly followed: Set<string>;
  readonly depth: number;
}

/** A reference is followed once: to follow it again would add nothing, or never end. */
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
