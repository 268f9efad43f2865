/**
 * Whether a value is a JSON Schema of draft 7 (MIS-016): every known keyword has a value of the type its metaschema
 * requires. Unknown keywords are allowed, as in the draft. The wording is that of Python's jsonschema.
 */
import { isObject, type JsonObject } from '../../../api/json.ts';

type Keyword = (value: unknown) => string | undefined;

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** A value in Python notation. */
const pythonText = (value: unknown): string => {
  if (typeof value === 'string') return `'${value}'`;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .map(([name, item]) => `'${name}': ${pythonText(item)}`)
      .join(', ')}}`;
  }
  return String(value);
};

const notOfType = (value: unknown, type: string): string => `${pythonText(value)} is not of type '${type}'`;
const of =
  (type: string, fits: (value: unknown) => boolean): Keyword =>
  (value) =>
    fits(value) ? undefined : notOfType(value, type);

const text: Keyword = of('string', (value) => typeof value === 'string');
const number: Keyword = of('number', (value) => typeof value === 'number');
const flag: Keyword = of('boolean', (value) => typeof value === 'boolean');
const list: Keyword = of('array', Array.isArray);
const count: Keyword = (value) => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return notOfType(value, 'integer');
  return isCount(value) ? undefined : `${value} is less than the minimum of 0`;
};
const positive: Keyword = (value) => {
  if (typeof value !== 'number') return notOfType(value, 'number');
  return value > 0 ? undefined : `${value} is less than or equal to the minimum of 0`;
};

const names: Keyword = (value) => {
  if (!Array.isArray(value)) return notOfType(value, 'array');
  const other: unknown = value.find((item) => typeof item !== 'string');
  if (other !== undefined) return notOfType(other, 'string');
  return new Set(value).size === value.length ? undefined : `${pythonText(value)} has non-unique elements`;
};

const typeNames: Keyword = (value) => {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  const known = listed.length > 0 && listed.every((item) => typeof item === 'string' && types.includes(item));
  return known && new Set(listed).size === listed.length
    ? undefined
    : `${pythonText(value)} is not valid under any of the given schemas`;
};

const schemas: Keyword = (value) => {
  if (!Array.isArray(value)) return notOfType(value, 'array');
  return value.length === 0 ? '[] should be non-empty' : firstProblem(value, findSchemaProblem);
};

const schemaMap: Keyword = (value) =>
  isObject(value) ? firstProblem(Object.values(value), findSchemaProblem) : notOfType(value, 'object');

const schemaOrSchemas: Keyword = (value) => (Array.isArray(value) ? schemas(value) : findSchemaProblem(value));

const dependencies: Keyword = (value) =>
  isObject(value)
    ? firstProblem(Object.values(value), (item) => (Array.isArray(item) ? names(item) : findSchemaProblem(item)))
    : notOfType(value, 'object');

const schema: Keyword = (value) => findSchemaProblem(value);

const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...['$id', '$schema', '$ref', '$comment', 'title', 'description', 'pattern', 'format', 'contentMediaType'].map(
    (name): [string, Keyword] => [name, text],
  ),
  ...['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'].map((name): [string, Keyword] => [name, number]),
  ...['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'].map(
    (name): [string, Keyword] => [name, count],
  ),
  ...['readOnly', 'uniqueItems'].map((name): [string, Keyword] => [name, flag]),
  ...['examples', 'enum'].map((name): [string, Keyword] => [name, list]),
  ...['definitions', 'properties', 'patternProperties'].map((name): [string, Keyword] => [name, schemaMap]),
  ...['allOf', 'anyOf', 'oneOf'].map((name): [string, Keyword] => [name, schemas]),
  ...['additionalItems', 'additionalProperties', 'contains', 'propertyNames', 'if', 'then', 'else', 'not'].map(
    (name): [string, Keyword] => [name, schema],
  ),
  ['items', schemaOrSchemas],
  ['type', typeNames],
  ['required', names],
  ['multipleOf', positive],
  ['dependencies', dependencies],
]);

/** The first problem of a schema, as text; undefined if it is valid. */
export function findSchemaProblem(value: unknown): string | undefined {
  if (typeof value === 'boolean') return undefined;
  if (!isObject(value)) return `${pythonText(value)} is not of type 'object', 'boolean'`;
  return findKeywordProblem(value);
}

function findKeywordProblem(value: JsonObject): string | undefined {
  return firstProblem(Object.entries(value), ([name, item]) => keywords.get(name)?.(item));
}

function firstProblem<T>(items: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = check(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
