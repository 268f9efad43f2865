/** Rules for declared functions and their schemas. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { isFieldOfOthers } from '../../../rules/fields-of-others.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { field, snakeCase } from '../field.ts';
import { type Declaration, pathOf, readBody, type SeenContent, type SeenPart } from './read-body.ts';

export const schemaRules: readonly Rule[] = [
  {
    id: 'GEM-021',
    level: 'error',
    scope: 'message',
    fields: 'of-others',
    text: 'A schema has only the keywords Google knows, and contents and parts have no fields of other APIs.',
    fix: 'Omit the others, or send parametersJsonSchema.',
    find: (view) => [
      ...findFieldsOfOthers(view),
      ...eachSchema(view, (schema) => {
        const unknown = Object.keys(schema).find((keyword) => !keywords.has(keyword) && schema[keyword] !== null);
        return unknown === undefined ? undefined : `The keyword ${unknown} is unknown.`;
      }),
    ],
  },
  {
    id: 'GEM-022',
    level: 'error',
    scope: 'message',
    text: 'A function has parameters or parametersJsonSchema, not both.',
    fix: 'Omit one of them.',
    find: (view) =>
      view.once(readBody).declarations.flatMap(({ value, path }) => {
        const both = field(value, 'parameters') !== undefined && field(value, 'parametersJsonSchema') !== undefined;
        return both ? [{ path, message: 'There are both.' }] : [];
      }),
  },
  {
    id: 'GEM-023',
    level: 'error',
    scope: 'message',
    text: 'A schema has a type; an array has items, an object properties.',
    fix: 'Describe what is in objects and arrays; omit the parameters of a function without arguments.',
    find: (view) => eachSchema(view, incomplete),
  },
  {
    id: 'GEM-024',
    level: 'error',
    scope: 'message',
    text: 'A type is one of the six, or null.',
    fix: 'Give the type; several types are an anyOf.',
    find: (view) =>
      eachSchema(view, ({ type }) => {
        if (type === undefined || (typeof type === 'string' && types.has(type.toLowerCase()))) return undefined;
        return typeof type === 'string'
          ? `There is no type ${JSON.stringify(type.slice(0, 40))}.`
          : 'The type is not text.';
      }),
  },
  {
    id: 'GEM-025',
    level: 'error',
    scope: 'message',
    text: 'Only strings have an enum, of texts; the only formats are enum, date-time and those of numbers.',
    fix: 'Omit it, or put it in the description.',
    find: (view) => eachSchema(view, (schema) => wrongEnum(schema) ?? wrongFormat(schema)),
  },
];

const names = [
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'default',
  'example',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'propertyOrdering',
  'required',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'anyOf',
] as const;

const keywords: ReadonlySet<string> = new Set(names.flatMap((name) => [name, snakeCase(name)]));
const types: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
const formats: ReadonlySet<string> = new Set(['enum', 'date-time', 'float', 'double', 'int32', 'int64']);

const contentFields: ReadonlySet<string> = new Set(['role', 'parts']);
const partFields: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature', 'thought_signature']);

/** Google's parser knows no other names; those it may have learnt since are left to it. */
function findFieldsOfOthers(view: BodyView): readonly Finding[] {
  const { contents, parts } = view.once(readBody);
  const found: Finding[] = [];
  const look = (object: JsonObject, known: ReadonlySet<string>, seen: SeenContent | SeenPart): void => {
    for (const name in object) {
      if (known.has(name)) continue;
      const path = `${pathOf(seen)}.${name}`;
      if (isFieldOfOthers(path)) found.push({ path, message: 'The field is unknown.' });
    }
  };
  for (const seen of contents) look(seen.content, contentFields, seen);
  for (const seen of parts) look(seen.part, partFields, seen);
  return found;
}

/** Checks every schema of every function, including nested ones; with a list instead of recursion, for any depth. */
function eachSchema(
  view: BodyView,
  look: (schema: JsonObject) => string | Omit<Finding, 'path'> | undefined,
): readonly Finding[] {
  const found: Finding[] = [];
  const waiting = view
    .once(readBody)
    .declarations.flatMap(({ value, path }) => placed(value['parameters'], `${path}.parameters`));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const wrong = look(next.value);
    if (wrong !== undefined)
      found.push({ path: next.path, ...(typeof wrong === 'string' ? { message: wrong } : wrong) });
    for (const inner of schemasIn(next)) waiting.push(inner);
  }
  return found;
}

function schemasIn({ value, path }: Declaration): readonly Declaration[] {
  const properties = Object.entries(asObject(value['properties']) ?? {});
  const choices = asArray(field(value, 'anyOf'));
  return [
    ...properties.flatMap(([name, schema]) => placed(schema, `${path}.properties.${name}`)),
    ...placed(value['items'], `${path}.items`),
    ...choices.flatMap((schema, position) => placed(schema, `${path}.anyOf.${position}`)),
  ];
}

function placed(schema: JsonValue | undefined, path: string): Declaration[] {
  const value = asObject(schema);
  return value === undefined ? [] : [{ value, path }];
}

function typeOf(schema: JsonObject): string {
  return asText(schema['type']).toLowerCase();
}

function incomplete(schema: JsonObject): string | Omit<Finding, 'path'> | undefined {
  const type = typeOf(schema);
  if (schema['type'] === undefined && field(schema, 'anyOf') === undefined) return 'There is no type.';
  if (type === 'array') return asObject(schema['items']) === undefined ? 'There are no items.' : undefined;
  const isEmpty = type === 'object' && Object.keys(asObject(schema['properties']) ?? {}).length === 0;
  // Both routes accept it today; it used to be refused.
  return isEmpty ? { message: 'There are no properties.', level: 'warning' } : undefined;
}

function wrongEnum(schema: JsonObject): string | undefined {
  const values = schema['enum'];
  if (values === undefined) return undefined;
  if (typeOf(schema) !== 'string') return 'There is an enum of something other than strings.';
  return asArray(values).every((value) => typeof value === 'string')
    ? undefined
    : 'A value of the enum is not a string.';
}

function wrongFormat(schema: JsonObject): string | undefined {
  const format = schema['format'];
  return format === undefined || formats.has(asText(format)) ? undefined : 'The format is unknown.';
}
