/** Tool schemas in every dialect: tables of what changes and why, and properties of any schema. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { toDialect } from '../../../src/tools/schema/to-dialect.ts';
import type { SchemaDialect } from '../../../src/traits/traits.ts';
import { anySchema } from './schemas.ts';

interface Case {
  readonly title: string;
  readonly schema: JsonObject | undefined;
  readonly expected: JsonObject | undefined;
}

/** One property of a tool's arguments, for cases in which only it matters. */
const one = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { p: schema } });

const none: JsonObject = { type: 'object', properties: {} };

const atTop: readonly Case[] = [
  { title: 'ANT-063 no schema', schema: undefined, expected: none },
  { title: 'ANT-063 an empty schema', schema: {}, expected: none },
  { title: 'ANT-063 no type', schema: { properties: { a: {} } }, expected: { type: 'object', properties: { a: {} } } },
  { title: 'arguments that are not an object', schema: { type: 'string', enum: ['a'] }, expected: none },
  {
    title: 'follows a reference at the top level, keeps those below',
    schema: {
      $ref: '#/$defs/Args',
      $defs: {
        Args: { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, required: ['a'] },
        A: { type: 'string' },
      },
    },
    expected: {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' } },
      required: ['a'],
      $defs: {
        Args: { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, required: ['a'] },
        A: { type: 'string' },
      },
    },
  },
  {
    title: 'a union at the top becomes one object that requires only what all variants require',
    schema: {
      type: 'object',
      properties: { path: { type: 'string' } },
      oneOf: [
        { properties: { kind: { const: 'file' }, size: { type: 'number' } }, required: ['path', 'kind', 'size'] },
        { properties: { kind: { const: 'folder' } }, required: ['kind'] },
      ],
    },
    expected: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        kind: { anyOf: [{ const: 'file' }, { const: 'folder' }] },
        size: { type: 'number' },
      },
      required: ['kind'],
    },
  },
  {
    title: 'allOf at the top is merged',
    schema: {
      allOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'number' }, a: { minLength: 1 } }, required: ['b', 'a'] },
      ],
    },
    expected: {
      type: 'object',
      properties: { a: { allOf: [{ type: 'string' }, { minLength: 1 }] }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
  },
  {
    title: 'required lists only existing properties',
    schema: { type: 'object', properties: { a: {} }, required: ['a', 'a', 'gone', 3] },
    expected: { type: 'object', properties: { a: {} }, required: ['a'] },
  },
  {
    title: 'keeps everything else',
    schema: { ...one({ type: 'string', default: 'x', examples: ['y'] }), additionalProperties: false, $schema: 's' },
    expected: { ...one({ type: 'string', default: 'x', examples: ['y'] }), additionalProperties: false, $schema: 's' },
  },
];

const gemini: readonly Case[] = [
  { title: 'GEM-023 no schema', schema: undefined, expected: undefined },
  { title: 'GEM-023 no properties', schema: none, expected: undefined },
  {
    title: 'GEM-021 unsupported keywords',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'x',
      $comment: 'x',
      title: 'Args',
      type: 'object',
      additionalProperties: false,
      propertyNames: { pattern: '^a' },
      patternProperties: { '^b': {} },
      properties: {
        p: { type: 'array', items: { type: 'number', multipleOf: 2 }, uniqueItems: true, default: [], examples: [[2]] },
      },
    },
    expected: one({ type: 'array', items: { type: 'number' } }),
  },
  {
    title: '05 §1.2 property names stay, whatever they are',
    schema: {
      type: 'object',
      properties: {
        format: { type: 'string' },
        default: { type: 'string' },
        title: { type: 'string' },
        const: { type: 'string' },
        $ref: { type: 'string' },
        additionalProperties: { type: 'boolean' },
        properties: { type: 'object', properties: { type: { type: 'string' } } },
      },
      required: ['format', 'default', '$ref'],
    },
    expected: {
      type: 'object',
      properties: {
        format: { type: 'string' },
        default: { type: 'string' },
        title: { type: 'string' },
        const: { type: 'string' },
        $ref: { type: 'string' },
        additionalProperties: { type: 'boolean' },
        properties: { type: 'object', properties: { type: { type: 'string' } } },
      },
      required: ['format', 'default', '$ref'],
    },
  },
  { title: 'GEM-021 const', schema: one({ const: 'a' }), expected: one({ type: 'string', enum: ['a'] }) },
  {
    title: 'GEM-025 an enum of numbers becomes a description, so that values stay numbers',
    schema: one({ type: 'integer', enum: [1, 2, 4], description: 'Factor.' }),
    expected: one({ type: 'integer', description: 'Factor. (One of 1, 2, 4.)', minimum: 1, maximum: 4 }),
  },
  {
    title: 'GEM-025 const true',
    schema: one({ const: true }),
    expected: one({ type: 'boolean', description: 'Always true.' }),
  },
  {
    title: 'GEM-025 enum with null and an empty string',
    schema: one({ enum: ['a', '', null] }),
    expected: one({ type: 'string', enum: ['a'], nullable: true }),
  },
  { title: 'GEM-025 format', schema: one({ type: 'string', format: 'uri' }), expected: one({ type: 'string' }) },
  {
    title: 'GEM-025 supported formats',
    schema: {
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        count: { type: 'integer', format: 'int64' },
        part: { type: 'number', format: 'float' },
        wrong: { type: 'integer', format: 'float' },
      },
    },
    expected: {
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        count: { type: 'integer', format: 'int64' },
        part: { type: 'number', format: 'float' },
        wrong: { type: 'integer' },
      },
    },
  },
  {
    title: 'GEM-021 exclusive bounds',
    schema: {
      type: 'object',
      properties: {
        count: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10.5 },
        part: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      },
    },
    expected: {
      type: 'object',
      properties: {
        count: { type: 'integer', minimum: 1, maximum: 10 },
        part: { type: 'number', minimum: 0, maximum: 1 },
      },
    },
  },
  {
    title: 'GEM-021 a list of types',
    schema: {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'] },
        b: { type: ['string', 'integer', 'null'], description: 'Either.' },
      },
    },
    expected: {
      type: 'object',
      properties: {
        a: { type: 'string', nullable: true },
        b: {
          anyOf: [
            { type: 'string', description: 'Either.', nullable: true },
            { type: 'integer', description: 'Either.', nullable: true },
          ],
        },
      },
    },
  },
  {
    title: 'GEM-021 oneOf, with nothing beside anyOf',
    schema: one({
      description: 'A place.',
      oneOf: [{ type: 'string' }, { type: 'object', properties: { x: { type: 'number' } }, description: 'A point.' }],
    }),
    expected: one({
      anyOf: [
        { type: 'string', description: 'A place.' },
        { type: 'object', description: 'A point.', properties: { x: { type: 'number' } } },
      ],
    }),
  },
  {
    title: 'GEM-021 an optional value as Pydantic writes it',
    schema: one({
      anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }],
      default: null,
      title: 'P',
      description: 'Lines.',
    }),
    expected: one({ type: 'integer', description: 'Lines.', minimum: 1, nullable: true }),
  },
  {
    title: 'GEM-021 allOf',
    schema: one({ description: 'd', allOf: [{ type: 'string', minLength: 1 }, { enum: ['a', 'b'] }] }),
    expected: one({ type: 'string', description: 'd', enum: ['a', 'b'], minLength: 1 }),
  },
  {
    title: 'a union beside properties: one object with all of them',
    schema: one({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }),
    expected: one({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } }),
  },
  {
    title: 'GEM-023 a nested object with unknown keys: JSON text',
    schema: one({ type: 'object', additionalProperties: { type: 'string' }, description: 'Variables.' }),
    expected: one({ type: 'string', description: 'Variables. (A JSON object, written as text.)' }),
  },
  {
    title: 'GEM-023 GEM-024 types are inferred, lists have items',
    schema: {
      type: 'object',
      properties: {
        anything: {},
        yes: true,
        list: { type: 'array' },
        tuple: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
        object: { properties: { a: { type: '' } } },
        text: { pattern: '^a' },
        number: { minimum: 1, type: 'strng' },
        capitals: { type: 'STRING' },
      },
    },
    expected: {
      type: 'object',
      properties: {
        anything: { type: 'string' },
        yes: { type: 'string' },
        list: { type: 'array', items: { type: 'string' } },
        tuple: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        object: { type: 'object', properties: { a: { type: 'string' } } },
        text: { type: 'string', pattern: '^a' },
        number: { type: 'number', minimum: 1 },
        capitals: { type: 'string' },
      },
    },
  },
  {
    title: 'GEM-021 references: nested, to references, with escapes, with other keywords beside them',
    schema: {
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/A', description: 'Mine.' },
        b: { type: 'array', items: { $ref: '#/definitions/b~1c' } },
        c: { $ref: '#/%24defs/A' },
        d: { $ref: '#/nowhere', description: 'Lost.' },
        e: { $ref: 'https://example.test/schema.json' },
      },
      $defs: { A: { type: 'object', description: 'An A.', properties: { b: { $ref: '#/definitions/b~1c' } } } },
      definitions: { 'b/c': { type: 'boolean' } },
    },
    expected: {
      type: 'object',
      properties: {
        a: { type: 'object', description: 'Mine.', properties: { b: { type: 'boolean' } } },
        b: { type: 'array', items: { type: 'boolean' } },
        c: { type: 'object', description: 'An A.', properties: { b: { type: 'boolean' } } },
        d: { type: 'string', description: 'Lost.' },
        e: { type: 'string' },
      },
    },
  },
  {
    title: 'cuts off a recursive schema',
    schema: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      $defs: {
        Node: {
          type: 'object',
          properties: { name: { type: 'string' }, next: { $ref: '#/$defs/Node', description: 'Next.' } },
        },
      },
    },
    expected: {
      type: 'object',
      properties: {
        root: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            next: { type: 'string', description: 'Next. (A JSON object, written as text.)' },
          },
        },
      },
    },
  },
  {
    title: 'required lists only existing properties, in nested objects too',
    schema: one({ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }),
    expected: one({ type: 'object', properties: { a: { type: 'string' } } }),
  },
];

const closed = { additionalProperties: false };

const strict: readonly Case[] = [
  { title: 'OAC-020 no schema', schema: undefined, expected: { ...none, required: [], ...closed } },
  {
    title: 'OAC-020 all properties are required, optional ones are nullable',
    schema: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, default: 'x' },
        mode: { enum: ['r', 'w'] },
        at: { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'Where.' },
        tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      },
      required: ['path'],
    },
    expected: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        mode: { type: ['string', 'null'], enum: ['r', 'w', null] },
        at: { description: 'Where.', anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
        tags: {
          type: ['array', 'null'],
          items: { type: 'object', properties: { name: { type: ['string', 'null'] } }, required: ['name'], ...closed },
        },
      },
      required: ['path', 'mode', 'at', 'tags'],
      ...closed,
    },
  },
  {
    title: 'OAC-020 an object with unknown keys: JSON text',
    schema: { type: 'object', properties: { env: { type: 'object' } }, required: ['env'] },
    expected: {
      type: 'object',
      properties: { env: { type: 'string', description: 'A JSON object, written as text.' } },
      required: ['env'],
      ...closed,
    },
  },
];

const moonshot: readonly Case[] = [
  { title: 'no schema', schema: undefined, expected: none },
  {
    title: 'KIM-014 inlines references',
    schema: {
      type: 'object',
      properties: { f: { $ref: '#/definitions/F' } },
      definitions: { F: { type: 'string', format: 'uri' } },
    },
    expected: { type: 'object', properties: { f: { type: 'string', format: 'uri' } } },
  },
  {
    title: 'KIM-014 moves the type beside anyOf into the variants',
    schema: one({ type: 'string', description: 'How bad.', anyOf: [{ enum: ['error'] }, { pattern: '^w' }] }),
    expected: one({
      description: 'How bad.',
      anyOf: [
        { type: 'string', enum: ['error'] },
        { type: 'string', pattern: '^w' },
      ],
    }),
  },
  {
    title: 'KIM-014 a union at the top',
    schema: {
      type: 'object',
      anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
    },
    expected: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
  },
  {
    title: 'KIM-014 every schema has a type',
    schema: one({ properties: { icon: { anyOf: [{ enum: ['a'] }, { properties: { url: {} } }] } } }),
    expected: one({
      type: 'object',
      properties: {
        icon: {
          anyOf: [
            { type: 'string', enum: ['a'] },
            { type: 'object', properties: { url: { type: 'string' } } },
          ],
        },
      },
    }),
  },
  {
    title: 'null is a variant; defaults, titles and bounds stay',
    schema: one({ type: ['integer', 'null'], default: 3, title: 'P', minimum: 1 }),
    expected: one({ title: 'P', default: 3, anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] }),
  },
];

const ollama: readonly Case[] = [
  { title: 'no schema', schema: undefined, expected: none },
  {
    title: 'inlined references, one type each, only fields of that type',
    schema: {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], description: 'A.', minLength: 2 },
        b: { type: 'array', items: { $ref: '#/$defs/B' } },
        c: { const: 3 },
      },
      required: ['a'],
      $defs: { B: { type: 'object', properties: { x: { type: 'number' } }, additionalProperties: false } },
    },
    expected: {
      type: 'object',
      properties: {
        a: { type: 'string', description: 'A.' },
        b: { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } } } },
        c: { type: 'number', enum: [3] },
      },
      required: ['a'],
    },
  },
];

const mistral: readonly Case[] = [
  { title: 'MIS-016 no schema', schema: undefined, expected: none },
  {
    title: 'MIS-016 drops or rewrites what is not valid in Draft 7',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'strng', description: 3 },
        b: { type: ['string', 'string', 'x'] },
        c: { type: 'array', prefixItems: [{ type: 'string' }], items: false },
        d: { enum: [], required: true, anyOf: [] },
        e: { minimum: 1, exclusiveMinimum: true, maximum: 'x', multipleOf: 0 },
        f: 'x',
        g: true,
        format: { type: 'string', format: 7 },
      },
      additionalProperties: 'no',
    },
    expected: {
      type: 'object',
      properties: {
        a: {},
        b: { type: 'string' },
        c: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
        d: {},
        e: { exclusiveMinimum: 1 },
        f: {},
        g: true,
        format: { type: 'string' },
      },
    },
  },
];

const anthropic: readonly Case[] = [
  {
    title: 'a tuple in 2020-12 syntax',
    schema: one({ type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } }),
    expected: one({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }),
  },
];

const tables: readonly (readonly [SchemaDialect, readonly Case[]])[] = [
  ['openai', atTop],
  ['anthropic', [...atTop, ...anthropic]],
  ['openai-strict', strict],
  ['gemini', gemini],
  ['mistral', mistral],
  ['moonshot', moonshot],
  ['ollama', ollama],
];

describe.each(tables)('%s', (dialect, cases) => {
  test.each(cases)('$title', ({ schema, expected }) => {
    expect(toDialect(schema, dialect)).toEqual(expected);
  });
});

test('json-schema is passed through unchanged', () => {
  const schema = { $ref: '#/x', type: 3 };
  expect([toDialect(schema, 'json-schema'), toDialect(undefined, 'json-schema')]).toEqual([schema, undefined]);
});

const dialects: readonly SchemaDialect[] = ['json-schema', ...tables.map(([dialect]) => dialect)];

describe.each(dialects)('any schema in %s', (dialect) => {
  test(
    'is idempotent and does not change its input',
    () =>
      holds(anySchema, 250, (schema) => {
        const before = structuredClone(schema);
        const once = toDialect(schema, dialect);
        expect(toDialect(once, dialect)).toEqual(once);
        expect(schema).toEqual(before);
      }),
    patience,
  );

  test(
    'accepts any JSON object',
    () =>
      holds(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), 200, (object) => {
        const once = toDialect(object as JsonObject, dialect);
        expect(toDialect(once, dialect)).toEqual(once);
      }),
    patience,
  );

  test(
    'very deep, exponentially growing and very wide schemas terminate and are idempotent',
    () => {
      let deep: JsonObject = { type: 'string' };
      for (let level = 0; level < 50_000; level += 1) deep = { type: 'object', properties: { a: deep } };
      const doubling: JsonObject = {
        $ref: '#/$defs/d0',
        $defs: Object.fromEntries(
          Array.from({ length: 40 }, (_, level) => {
            const next = { $ref: `#/$defs/d${level + 1}` };
            return [
              `d${level}`,
              { properties: { a: next, b: next }, anyOf: [next, { items: next }], allOf: [next, next] },
            ];
          }),
        ),
      };
      const wide = one({ anyOf: Array.from({ length: 3000 }, (_, index) => ({ properties: { [`p${index}`]: {} } })) });
      for (const schema of [deep, doubling, wide]) {
        const once = toDialect(schema, dialect);
        if (schema !== deep || !['json-schema', 'openai'].includes(dialect))
          expect(toDialect(once, dialect)).toEqual(once);
      }
    },
    patience,
  );
});

/** Every schema inside a printed schema. Under `properties` there are names, everywhere else keywords. */
function schemasIn(schema: JsonObject): readonly JsonObject[] {
  const { properties, items, anyOf } = schema;
  const children = [
    ...Object.values((properties ?? {}) as JsonObject),
    ...(items === undefined ? [] : [items]),
    ...((anyOf ?? []) as JsonValue[]),
  ];
  return [schema, ...children.flatMap((child) => schemasIn(child as JsonObject))];
}

test(
  'GEM-021…025 for Gemini any schema has only supported keywords, types, values and formats',
  () =>
    holds(anySchema, 500, (schema) => {
      const printed = toDialect(schema, 'gemini');
      for (const one of printed === undefined ? [] : schemasIn(printed)) expect(geminiFaults(one)).toEqual([]);
    }),
  patience,
);

const known: readonly string[] = [
  ...['type', 'description', 'nullable', 'enum', 'format', 'properties', 'required', 'items', 'anyOf', 'pattern'],
  ...['minItems', 'maxItems', 'minimum', 'maximum', 'minLength', 'maxLength'],
];
const formats = ['date-time', 'enum', 'float', 'double', 'int32', 'int64', undefined];

function geminiFaults(schema: JsonObject): readonly string[] {
  const { type, properties, required, items, anyOf, enum: values, format } = schema;
  const names = Object.keys((properties ?? {}) as JsonObject);
  const isUnion = anyOf !== undefined;
  return [
    ...Object.keys(schema).filter((keyword) => !known.includes(keyword)),
    ...(isUnion ? Object.keys(schema).filter((keyword) => keyword !== 'anyOf') : []),
    ...(isUnion || ['string', 'number', 'integer', 'boolean', 'object', 'array'].includes(String(type))
      ? []
      : ['type']),
    ...(type === 'object' && names.length === 0 ? ['GEM-023 properties'] : []),
    ...(type === 'array' && items === undefined ? ['GEM-023 items'] : []),
    ...(values !== undefined &&
    (type !== 'string' || (values as JsonValue[]).some((value) => typeof value !== 'string' || value === ''))
      ? ['GEM-025 enum']
      : []),
    ...(formats.includes(format as string | undefined) ? [] : ['GEM-025 format']),
    ...((required ?? []) as string[]).filter((name) => !names.includes(name)),
  ];
}

test(
  'OAC-020 strict: any schema has only closed objects that require everything',
  () =>
    holds(anySchema, 500, (schema) => {
      for (const one of schemasIn(toDialect(schema, 'openai-strict') ?? {})) {
        if (one['properties'] === undefined) continue;
        expect([one['additionalProperties'], one['required']]).toEqual([
          false,
          Object.keys(one['properties'] as JsonObject),
        ]);
      }
    }),
  patience,
);

test(
  'KIM-014 for Moonshot any schema has a type, or anyOf without one',
  () =>
    holds(anySchema, 500, (schema) => {
      for (const one of schemasIn(toDialect(schema, 'moonshot') ?? {})) {
        expect([one['type'] === undefined, '$ref' in one]).toEqual([one['anyOf'] !== undefined, false]);
      }
    }),
  patience,
);
