/** Builds arguments that fit a schema from the words of a request. Any schema is accepted, however odd. */
import { arrayOf, isObject, type JsonObject, objectOf } from '../api/json.ts';

export type Schema = JsonObject;

/** An object for a tool's schema: everything that is required, or the first argument if nothing is. */
export function fillArguments(schema: Schema, text: string, terms: readonly string[]): JsonObject {
  const filled = fill(schema, { root: schema, text, terms: [...terms], depth: 0, name: '' });
  return objectOf(filled);
}

interface Filling {
  readonly root: Schema;
  /** The text for strings that expect prose. */
  readonly text: string;
  /** The values for other strings, in order; used ones are removed. */
  readonly terms: string[];
  readonly depth: number;
  readonly name: string;
}

const deepest = 8;

function fill(given: unknown, filling: Filling): unknown {
  const schema = resolve(given, filling);
  if ('const' in schema) return schema['const'];
  const [first] = arrayOf(schema['enum']);
  if (first !== undefined) return first;
  if (filling.depth > deepest) return null;
  const below = { ...filling, depth: filling.depth + 1 };
  const [choice] = [...arrayOf(schema['anyOf']), ...arrayOf(schema['oneOf'])];
  if (choice !== undefined && schema['properties'] === undefined) return fill(choice, below);
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, below);
    case 'array':
      return fillArray(schema, below);
    case 'number':
    case 'integer':
      return fillNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return fillString(schema, below);
  }
}

function resolve(given: unknown, { root }: Filling): Schema {
  let schema = objectOf(given);
  for (let hops = 0; hops < deepest && typeof schema['$ref'] === 'string'; hops += 1) {
    const target = schema['$ref']
      .replace(/^#\/?/, '')
      .split('/')
      .filter((key) => key !== '')
      .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), root);
    schema = objectOf(target);
  }
  const parts = arrayOf(schema['allOf']).filter(isObject);
  return parts.reduce<Schema>((whole, part) => mergeSchemas(whole, part), schema);
}

function mergeSchemas(one: Schema, other: Schema): Schema {
  const properties = { ...objectOf(one['properties']), ...objectOf(other['properties']) };
  const required = [...arrayOf(one['required']), ...arrayOf(other['required'])];
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Gemini writes types in capitals; for a list of types, the first that is not null is used. */
function typeOf(schema: Schema): string {
  const type = schema['type'];
  const named = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  if (typeof named === 'string') return named.toLowerCase();
  if (isObject(schema['properties'])) return 'object';
  return schema['items'] === undefined ? 'string' : 'array';
}

function fillObject(schema: Schema, filling: Filling): JsonObject {
  const properties = objectOf(schema['properties']);
  const required = arrayOf(schema['required']).filter((name): name is string => typeof name === 'string');
  const names = required.length > 0 || filling.depth > 1 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    [...new Set(names)].map((name) => [
      name,
      fill(Object.hasOwn(properties, name) ? properties[name] : {}, { ...filling, name }),
    ]),
  );
}

function fillArray(schema: Schema, filling: Filling): readonly unknown[] {
  const least = schema['minItems'];
  const count = Math.min(Math.max(1, typeof least === 'number' ? least : 1), 20);
  return Array.from({ length: count }, () => fill(schema['items'] ?? {}, filling));
}

function fillNumber(schema: Schema): number {
  const at = (key: string): number | undefined => (typeof schema[key] === 'number' ? schema[key] : undefined);
  const step = at('multipleOf') ?? 1;
  const above = at('exclusiveMinimum');
  const least = at('minimum') ?? (above === undefined ? undefined : above + step);
  const below = at('exclusiveMaximum');
  const most = at('maximum') ?? (below === undefined ? undefined : below - step);
  const small = Math.min(1, most ?? 1);
  const wanted = Math.max(small, least ?? small);
  if (!(step > 0)) return wanted;
  const stepped = Math.ceil(wanted / step) * step;
  return Number.isFinite(stepped) ? stepped : wanted;
}

const prose = /text|query|question|prompt|message|content|body|description|title|summary|reason|note|subject/i;

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'someone@example.org',
  uri: 'https://example.org/',
  url: 'https://example.org/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

const kinds: readonly (readonly [name: RegExp, term: RegExp])[] = [
  [/ur[li]|link|address/i, /^https?:|\.\w+\//i],
  [/path|file|folder|dir/i, /[./\\]/],
  [/city|place|location|country|town/i, /^\p{Lu}/u],
];

function fillString(schema: Schema, { name, terms, text }: Filling): string {
  const { format, minLength, maxLength } = schema;
  const known = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  const value = known ?? (prose.test(name) ? text : (takeTerm(name, terms) ?? text));
  const least = typeof minLength === 'number' ? Math.min(minLength, 10_000) : 1;
  const most = typeof maxLength === 'number' && maxLength >= 0 ? maxLength : Number.POSITIVE_INFINITY;
  const whole = (value === '' ? name || 'x' : value).padEnd(least, '.');
  // Cut between characters, never inside one.
  return whole.length <= most ? whole : whole.slice(0, most).toWellFormed();
}

/** The term most similar to the argument's name; each is used once while there are others. */
function takeTerm(name: string, terms: string[]): string | undefined {
  const like = kinds.find(([pattern]) => pattern.test(name))?.[1];
  const fitting = like ? terms.findIndex((term) => like.test(term)) : -1;
  const at = Math.max(0, fitting);
  return terms.length > 1 ? terms.splice(at, 1)[0] : terms[at];
}
