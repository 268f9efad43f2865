/**
 * The fields of a request in camelCase, for those who look at them by name: Google's parser accepts both spellings everywhere. The list of
 * contents stays as it is; its parts are read with `field`.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { camelCase } from './field.ts';
import { identity } from './traits.ts';

export function camelFields(body: JsonObject): JsonObject {
  const { [identity.list]: list, ...fields } = body;
  return { ...inCamelCase(fields, 0), ...(list === undefined ? {} : { [identity.list]: list }) };
}

/** Deeper than any message of the API; deeper parts stay unchanged. */
const deepest = 64;

/** If a field comes in both spellings, the camelCase one counts, as for `field`. */
function inCamelCase(object: JsonObject, depth: number): JsonObject {
  const entries = Object.entries(object).flatMap(([given, value = null]): readonly (readonly [string, JsonValue])[] => {
    const name = camelCase(given);
    if (name !== given && (object[name] ?? null) !== null) return [];
    return [[name, inside(name, value, depth + 1)]];
  });
  return Object.fromEntries(entries);
}

function inside(name: string, value: JsonValue, depth: number): JsonValue {
  if (depth === deepest || ownWords.has(name)) return value;
  if (Array.isArray(value)) return asArray(value).map((entry) => inside(name, entry, depth + 1));
  const object = asObject(value);
  if (object === undefined) return value;
  if (name !== 'properties') return inCamelCase(object, depth);
  return Object.fromEntries(Object.entries(object).map(([own, each = null]) => [own, inside('', each, depth + 1)]));
}

/** The names in these are the client's. In `properties` they are, too, but each of them is a schema. */
const ownWords: ReadonlySet<string> = new Set([
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
