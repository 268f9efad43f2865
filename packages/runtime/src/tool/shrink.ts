/** Arguments of the same kind, but of ordinary size: what fails on them as well does not fail because of the size. */
import { isJsonObject, type JsonObject, type JsonValue } from '@interlock/transcript';

const deepest = 20;
const mostMembers = 100;
const longestText = 100;

export function shrink(args: JsonObject): JsonObject {
  return shrinkObject(args, 0);
}

function shrinkObject(object: JsonObject, depth: number): JsonObject {
  const members = Object.entries(object).slice(0, mostMembers);
  return Object.fromEntries(members.map(([name, inner]) => [name, shrinkValue(inner, depth + 1)]));
}

function shrinkValue(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return value.slice(0, longestText).toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return null;
  if (isJsonObject(value)) return shrinkObject(value, depth);
  return Object.values(value)
    .slice(0, mostMembers)
    .map((item) => shrinkValue(item, depth + 1));
}
