/** One schema without `$ref` and `allOf` at its own level, which is what everything that reads a schema wants to see. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../json.ts';
import { intersect } from './merge.ts';
import { resolveRef } from './refs.ts';

/** `allOf` in `allOf`, and references to references: more are not followed. */
const deepest = 80;

export function flatten(schema: JsonValue, root: JsonObject): JsonObject {
  return intersect(partsOf(schema, root, new Set(), 0));
}

/** A reference is followed once: to follow it again would add nothing, or never end. */
function partsOf(schema: JsonValue, root: JsonObject, followed: Set<string>, depth: number): readonly JsonObject[] {
  const { $ref: ref, allOf, ...rest } = asObject(schema) ?? {};
  if (depth > deepest) return [rest];
  const isNew = typeof ref === 'string' && !followed.has(ref);
  const target = isNew ? resolveRef(root, ref) : undefined;
  if (isNew) followed.add(ref);
  const parts = [...(target === undefined ? [] : [target]), ...asArray(allOf)];
  return [rest, ...parts.flatMap((part) => partsOf(part, root, followed, depth + 1))];
}
