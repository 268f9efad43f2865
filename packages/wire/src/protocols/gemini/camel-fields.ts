/**
 * The fields of a request in camelCase, for those who look at them by name: Google's parser accepts both spellings everywhere. Lists of
 * contents stay as they are; their parts are read with `field`.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { camelCase } from './field.ts';
import { identity } from './traits.ts';

export function camelFields(body: JsonObject): JsonObject {
  return inCamelCase(body, 0);
}

/** Deeper than any message of the API; deeper parts stay unchanged. */
const deepest = 64;

/** If a field comes in both spellings, the camelCase one counts, as for `field`; null means absent. */
function inCamelCase(object: JsonObject, depth: number): JsonObject {
  const entries = Object.entries(object).flatMap(([given, value = null]): readonly (readonly [string, JsonValue])[] => {
    const name = camelCase(given);
    if (value === null || (name !== given && (object[name] ?? null) !== null)) return [];
    return [[name, inside(name, value, depth + 1)]];
  });
  return Object.fromEntries(entries);
}

function inside(name: string, value: JsonValue, depth: number): JsonValue {
  if (depth === deepest || ownWords.has(name)) return value;
  if (Array.isArray(value)) return asArray(value).map((entry) => inside(name, entry, depth + 1));
  const object = asObject(value);
  if (object === undefined) return value;
  if (!schemaLists.has(name)) return inCamelCase(object, depth);
  return Object.fromEntries(Object.entries(object).map(([own, each = null]) => [own, inside('', each, depth + 1)]));
}

/** The names in these are the client's, and each of them is a schema. */
const schemaLists: ReadonlySet<string> = new Set(['properties', '$defs', 'defs', 'definitions']);

/** The names in these are the client's. */
const ownWords: ReadonlySet<string> = new Set<string>([
  identity.list,
  ...[
    'args',
    'customMetadata',
    'default',
    'example',
    'headers',
    'labels',
    'parametersJsonSchema',
    'responseJsonSchema',
  ],
]);
