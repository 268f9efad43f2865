/** Schemas that loop, explode, nest endlessly or name the prototype: every dialect terminates, and its result can be written as JSON. */

import type { JsonObject, JsonValue } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { share } from '../../../../test/property/runs.ts';
import { applyDefaults, prepareRequest, type SchemaDialect, toDialect } from '../../src/index.ts';
import { nested } from './odd-values.ts';

const dialects: readonly SchemaDialect[] = [
  'json-schema',
  'openai',
  'openai-strict',
  'anthropic',
  'gemini',
  'mistral',
  'moonshot',
  'ollama',
];

const itself: { type: string; properties: Record<string, unknown> } = { type: 'object', properties: {} };
Object.assign(itself.properties, { a: itself, b: itself, c: { anyOf: [itself, { type: 'null' }] } });

/** Each definition names the next. */
function chain(length: number, make: (next: JsonObject) => JsonObject): JsonObject {
  const names = Array.from({ length }, (_, index) => `d${index}`);
  return {
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(names.map((name, index) => [name, make({ $ref: `#/$defs/d${index + 1}` })])),
  };
}

/** Small in memory, but half a million times larger when written. */
function doubled(times: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let count = 0; count < times; count += 1)
    schema = { anyOf: [schema, { type: 'object', properties: { a: schema } }] };
  return schema;
}

function many<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** This many properties or definitions. */
function named(count: number, make: (index: number) => JsonValue): JsonObject {
  return Object.fromEntries(many(count, (index) => [`p${index}`, make(index)]));
}

/** Any number of spellings of one reference. */
function spelled(index: number): string {
  const letters = [...'definitions'].map((letter, at) =>
    (index >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  );
  return `#/${letters.join('')}/a`;
}

const depth = 50_000;
const long = 'word '.repeat(200_000);
const toA: JsonObject = { $ref: '#/$defs/a' };
const schemas: Readonly<Record<string, unknown>> = {
  'a reference to itself': { $ref: '#' },
  'all of itself': { allOf: [{ $ref: '#' }, { $ref: '#/allOf/0' }] },
  'three of itself': { properties: { a: { $ref: '#' }, b: { $ref: '#' }, c: { $ref: '#' } } },
  'defaults of its own kind': { properties: { a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } } },
  'many defaults of its own kind': { properties: named(12, () => ({ $ref: '#', default: {} })) },
  'references that double': chain(30, (next) => ({ type: 'object', properties: { a: next, b: next } })),
  'all of references that double': chain(60, (next) => ({ allOf: [next, next] })),
  'any of references that double': chain(40, (next) => ({ anyOf: [next, { items: next }, { not: next }] })),
  'unions that double': doubled(24),
  'a cycle in memory': itself,
  'a cycle in a default': { properties: { a: { default: itself } } },
  'deep properties': nested(depth, 'properties'),
  'deep items': nested(depth, 'items'),
  'a deep denial': nested(depth, 'not'),
  'a deep default': { properties: { a: { default: nested(depth) } } },
  'deep values': { properties: { a: { enum: [nested(depth), nested(depth)] } } },
  'countless properties': { properties: named(200_000, () => true) },
  'countless variants': { anyOf: many(200_000, (index) => ({ const: index })) },
  'countless values': { properties: { a: { enum: many(200_000, (index) => index) } } },
  'a long text, named often': {
    properties: named(5000, () => toA),
    $defs: { a: { type: 'string', description: long } },
  },
  'a long text beside a union': {
    properties: { a: { description: long, anyOf: many(3000, (at) => ({ const: at })) } },
  },
  'a long list of values, named often': {
    properties: named(5000, () => toA),
    $defs: { a: { enum: many(20_000, (index) => `v${index}`) } },
  },
  'a long default, named often': {
    properties: named(5000, () => toA),
    $defs: { a: { type: 'object', default: named(10_000, (index) => index) } },
  },
  'a long list of values beside a long union': {
    properties: { a: { enum: many(10_000, String), anyOf: many(10_000, (at) => ({ minLength: at })) } },
  },
  'a long list of required names beside a long union': {
    properties: { a: { required: many(10_000, String), anyOf: many(10_000, (at) => ({ title: `${at}` })) } },
  },
  'many properties beside a long union': {
    properties: {
      a: { items: { properties: named(5000, () => true) }, anyOf: many(5000, (at) => ({ title: `${at}` })) },
    },
  },
  'many lists of values to be held against a long one': {
    properties: { a: { allOf: [{ enum: many(15_000, String) }, ...many(10_000, (at) => ({ enum: [-at] }))] } },
  },
  'all of many, named by many': {
    properties: named(8000, () => toA),
    $defs: { a: { allOf: many(10_000, (at) => ({ title: `${at}` })) } },
  },
  'any of many, any of which is that': {
    anyOf: many(8000, (at) => ({ ...toA, title: `${at}` })),
    $defs: { a: { anyOf: many(8000, (at) => ({ properties: { [`p${at}`]: {} } })) } },
  },
  'one reference in many spellings': {
    allOf: many(2048, (at) => ({ $ref: spelled(at) })),
    definitions: { a: { allOf: many(15_000, (at) => ({ title: `${at}` })) } },
  },
  'many types': { properties: { a: { allOf: many(3, () => ({ type: many(10_000, (at) => `t${at}`) })) } } },
  'many names, all required': { properties: named(15_000, () => true), required: many(15_000, (at) => `p${at}`) },
  'a reference into the prototype': {
    properties: { a: { $ref: '#/constructor/prototype' }, b: { $ref: '#/__proto__' } },
  },
  'keywords of the prototype': JSON.parse('{"__proto__": {"type": "object"}, "constructor": 5, "hasOwnProperty": 1}'),
};

describe.each(share(Object.entries(schemas), 6))('%s', (_, schema) => {
  test.each(dialects)('as %s', (dialect) => {
    const written = JSON.stringify(toDialect(schema as JsonObject, dialect)) ?? '{}';
    expect(JSON.parse(written)).toBeTypeOf('object');
    expect(written.length).toBeLessThan(20_000_000);
  });

  test('fills in defaults and keeps given values', () => {
    const args = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "z": 1}');
    const filled = applyDefaults(schema as JsonObject, args);
    expect(Object.entries(filled)).toEqual(expect.arrayContaining(Object.entries(args)));
    expect(JSON.stringify(filled).length).toBeLessThan(10_000_000);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a schema that is cut', () => {
  const endless: JsonObject = {
    type: 'object',
    properties: { a: doubled(30), b: { type: 'string', description: 'Kept.' }, c: { type: 'integer', default: 3 } },
    required: ['b'],
  };

  test.each(dialects)('%s: keeps the properties and reports the cut', (dialect) => {
    let cuts = 0;
    const written = toDialect(endless, dialect, () => {
      cuts += 1;
    });
    expect([Object.keys(written?.['properties'] ?? {}), cuts]).toEqual([['a', 'b', 'c'], 1]);
  });

  test('keeps what is near the top', () => {
    const { properties, ...rest } = toDialect(endless, 'json-schema') ?? {};
    const { a, ...others } = properties as JsonObject;
    const { a: _a, ...before } = endless['properties'] as JsonObject;
    expect({ ...rest, properties: others }).toEqual({ ...endless, properties: before });
    expect(a).toMatchObject({ anyOf: [{ anyOf: [{}, { type: 'object' }] }, { type: 'object', properties: {} }] });
    expect(applyDefaults(endless, { b: 'x' })).toEqual({ b: 'x', c: 3 });
  });

  test('the diagnostics of a request report it', () => {
    const contents = [{ speaker: 'human', blocks: [{ type: 'text', text: 'hi' }] }] as const;
    const settingsOf = (parameters: JsonObject): object =>
      prepareRequest({ contents, target: { provider: 'google' }, tools: [{ name: 'look', parameters }] }).diagnostics
        .settings;
    expect(settingsOf(chain(30, (next) => ({ type: 'object', properties: { a: next, b: next } })))).toEqual([
      { setting: 'tools', why: 'a schema that is too large to send accepts anything in places: look' },
    ]);
    expect(settingsOf({ properties: { a: { type: 'string' } } })).toEqual([]);
  });
});

test('cuts a schema that references itself where it starts again', () => {
  expect(toDialect(itself as unknown as JsonObject, 'json-schema')).toEqual({
    type: 'object',
    properties: { a: {}, b: {}, c: { anyOf: [{}, { type: 'null' }] } },
  });
});

test('does not fill in a default inside itself', () => {
  const schema = { properties: { a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } } };
  expect(applyDefaults(schema, {})).toEqual({ a: { b: {} }, b: { a: {} } });
});

test('keeps properties named like those of the prototype', () => {
  const schema = JSON.parse(
    '{"type": "object", "properties": {"__proto__": {"type": "object", "default": {"polluted": true}}, "constructor": {"type": "string", "default": "c"}, "toString": {"type": "string"}}, "required": ["__proto__", "valueOf"]}',
  );
  const filled = applyDefaults(schema, {});
  expect(JSON.stringify(filled)).toBe('{"__proto__":{"polluted":true},"constructor":"c"}');
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  for (const dialect of dialects) {
    const { properties } = (toDialect(schema, dialect) ?? {}) as { readonly properties: object };
    expect(Object.keys(properties)).toEqual(['__proto__', 'constructor', 'toString']);
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('keeps properties named like those of the prototype when the schema is cut', () => {
  const huge = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}}}');
  huge.properties.more = doubled(24);
  const { properties } = toDialect(huge, 'json-schema') as { readonly properties: object };
  expect(Object.keys(properties)).toEqual(['__proto__', 'constructor', 'more']);
  expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
});

test('leaves arguments deeper than any schema unchanged', () => {
  const args: JsonObject = nested(depth);
  expect(applyDefaults({ properties: { b: { default: 1 } } }, args)).toEqual({ a: args['a'], b: 1 });
});

test('arguments that double in memory terminate', () => {
  let args: JsonObject = {};
  for (let count = 0; count < 60; count += 1) args = { a: args, b: args };
  const schema = { properties: { a: { $ref: '#' }, b: { $ref: '#' }, c: { default: 1 } } };
  expect(applyDefaults(schema, args)['c']).toBe(1);
});
