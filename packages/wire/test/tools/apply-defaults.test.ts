/** Arguments converted to the tool's own schema: defaults are filled in, changes of a dialect are undone, nothing else changes. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { applyDefaults } from '../../src/tools/apply-defaults.ts';
import { anySchema } from './schema/schemas.ts';

interface Case {
  readonly title: string;
  readonly schema: JsonObject | undefined;
  readonly args: JsonObject;
  readonly expected: JsonObject;
}

const properties = (schemas: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: schemas,
  ...more,
});
const limit = { type: 'integer', default: 10 } as const;

const cases: readonly Case[] = [
  { title: 'no schema', schema: undefined, args: { a: null }, expected: { a: null } },
  { title: '05 §1.1 an absent property', schema: properties({ limit }), args: {}, expected: { limit: 10 } },
  { title: 'a given property stays', schema: properties({ limit }), args: { limit: 0 }, expected: { limit: 0 } },
  {
    title: 'false, "" and null are defaults too',
    schema: properties({ a: { default: false }, b: { default: '' }, c: { default: null } }),
    args: {},
    expected: { a: false, b: '', c: null },
  },
  {
    title: 'a required one too',
    schema: properties({ limit }, { required: ['limit'] }),
    args: {},
    expected: { limit: 10 },
  },
  {
    title: 'keeps undeclared properties',
    schema: properties({ limit }),
    args: { x: [null, 'y'] },
    expected: { x: [null, 'y'], limit: 10 },
  },
  {
    title: 'inside a given object',
    schema: properties({ o: properties({ limit }) }),
    args: { o: {} },
    expected: { o: { limit: 10 } },
  },
  {
    title: 'does not create an object that is absent',
    schema: properties({ o: properties({ limit }) }),
    args: {},
    expected: {},
  },
  {
    title: 'inside a default',
    schema: properties({ o: properties({ limit }, { default: {} }) }),
    args: {},
    expected: { o: { limit: 10 } },
  },
  {
    title: 'in list items',
    schema: properties({ l: { type: 'array', items: properties({ limit }) } }),
    args: { l: [{}, { limit: 1 }, 3] },
    expected: { l: [{ limit: 10 }, { limit: 1 }, 3] },
  },
  {
    title: 'in a tuple',
    schema: properties({ l: { items: [properties({ limit }), {}] } }),
    args: { l: [{}, {}] },
    expected: { l: [{ limit: 10 }, {}] },
  },
  {
    title: 'in map values',
    schema: properties({ m: { additionalProperties: properties({ limit }) } }),
    args: { m: { a: {} } },
    expected: { m: { a: { limit: 10 } } },
  },
  {
    title: 'through references, also at the top level',
    schema: {
      $ref: '#/$defs/Args',
      $defs: {
        Args: properties({ o: { $ref: '#/$defs/O' } }),
        O: properties({ limit: { $ref: '#/$defs/L' } }),
        L: limit,
      },
    },
    args: { o: {} },
    expected: { o: { limit: 10 } },
  },
  {
    title: 'keywords beside a reference take precedence',
    schema: { ...properties({ limit: { $ref: '#/$defs/L', default: 5 } }), $defs: { L: limit } },
    args: {},
    expected: { limit: 5 },
  },
  {
    title: 'through allOf',
    schema: { allOf: [properties({ limit }), properties({ b: { allOf: [{ type: 'string' }, { default: 'x' }] } })] },
    args: {},
    expected: { limit: 10, b: 'x' },
  },
  {
    title: 'through a union with null',
    schema: properties({ o: { anyOf: [properties({ limit }), { type: 'null' }] } }),
    args: { o: {} },
    expected: { o: { limit: 10 } },
  },
  {
    title: 'a recursive schema, as deep as the arguments',
    schema: { $ref: '#/$defs/N', $defs: { N: properties({ limit, next: { $ref: '#/$defs/N' } }) } },
    args: { next: { next: {} } },
    expected: { next: { next: { limit: 10 }, limit: 10 }, limit: 10 },
  },
  {
    title: 'OAC-020 null for an optional property means absent',
    schema: properties({ limit, b: { type: 'string' } }),
    args: { limit: null, b: null },
    expected: { limit: 10 },
  },
  {
    title: 'keeps null where the schema allows it or the property is required',
    schema: properties(
      {
        a: { type: ['string', 'null'] },
        b: { type: 'string' },
        c: {},
        d: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
        e: { enum: ['x', null] },
        f: { nullable: true, type: 'string' },
      },
      { required: ['b'] },
    ),
    args: { a: null, b: null, c: null, d: null, e: null, f: null },
    expected: { a: null, b: null, c: null, d: null, e: null, f: null },
  },
  {
    title: 'GEM-023 parses an object or a list given as JSON text',
    schema: properties({ env: { type: 'object' }, l: { type: 'array', items: properties({ limit }) } }),
    args: { env: '{"A":"1"}', l: '[{}]' },
    expected: { env: { A: '1' }, l: [{ limit: 10 }] },
  },
  {
    title: 'keeps text where the schema allows text or it is not such JSON',
    schema: properties({
      a: {},
      b: { type: ['object', 'string'] },
      c: { type: 'object' },
      d: { type: 'array' },
      e: { anyOf: [{ type: 'object' }, { type: 'array' }] },
    }),
    args: { a: '{}', b: '{}', c: '{', d: '{}', e: '{}' },
    expected: { a: '{}', b: '{}', c: '{', d: '{}', e: '{}' },
  },
];

describe('applyDefaults', () => {
  test.each(cases)('$title', ({ schema, args, expected }) => {
    const before = structuredClone({ schema, args });
    expect(applyDefaults(schema, args)).toEqual(expected);
    expect({ schema, args }).toEqual(before);
  });

  test('keeps a property named __proto__', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"default":1},"o":{"properties":{"__proto__":{"default":2}}}}}',
    );
    const filled = applyDefaults(schema, { o: {} });
    expect(JSON.stringify(filled)).toBe('{"o":{"__proto__":2},"__proto__":1}');
  });

  test.each([
    ['nothing is given', {}, { next: {} }],
    ['the first is given', { next: {} }, { next: {} }],
  ])('fills in a default that contains itself once: %s', (_, args, expected) => {
    const schema = { default: {}, properties: { next: { $ref: '#' } } };
    expect(applyDefaults(schema, args)).toEqual(expected);
  });

  test('leaves very deep arguments unchanged', () => {
    let args: JsonObject = {};
    for (let level = 0; level < 50_000; level += 1) args = { next: args };
    const schema = { $ref: '#/$defs/N', $defs: { N: properties({ next: { $ref: '#/$defs/N' } }) } };
    expect(Object.keys(applyDefaults(schema, args))).toEqual(['next']);
  });

  const anyArgs = fc.dictionary(
    fc.constantFrom('format', 'x', 'a/b', 'required', 'type', 'y'),
    fc.jsonValue({ maxDepth: 3 }),
  );

  test(
    'for any schema: changes nothing given except nulls and JSON text, and is idempotent',
    () =>
      holds(fc.tuple(anySchema, anyArgs), 1500, ([schema, given]) => {
        const args = given as JsonObject;
        const filled = applyDefaults(schema, args);
        expect(changesIn(args, filled, '')).toEqual([]);
        expect(applyDefaults(schema, filled)).toEqual(filled);
      }),
    patience,
  );
});

/** Where a given value is missing: a null may be removed, and text may have been parsed. */
function changesIn(given: JsonValue, found: JsonValue | undefined, path: string): readonly string[] {
  if (Object.is(given, found) || (given === null && found === undefined)) return [];
  if (given === null) return []; // gone, and filled in again
  if (typeof given === 'string')
    return JSON.stringify(parsed(given)).startsWith('[') || isObject(parsed(given)) ? [] : [path];
  if (Array.isArray(given)) {
    const list: readonly JsonValue[] = given;
    if (!Array.isArray(found) || found.length !== list.length) return [path];
    return list.flatMap((value, index) => changesIn(value, found[index] as JsonValue, `${path}/${index}`));
  }
  if (!isObject(given) || !isObject(found)) return [path];
  return Object.entries(given).flatMap(([name, value]) => changesIn(value, found[name], `${path}/${name}`));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 0;
  }
}
