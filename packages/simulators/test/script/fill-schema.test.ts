/** Arguments that fit any schema. */
import { expect, test } from 'vitest';
import { fillArguments, type Schema } from '../../src/script/fill-schema.ts';

const cycle: Schema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };

test.each<[string, unknown, unknown]>([
  ['a constant', { const: 7 }, 7],
  ['the first of an enum', { type: 'string', enum: ['b', 'a'] }, 'b'],
  ['a number', { type: 'number' }, 1],
  ['at least', { type: 'integer', minimum: 5 }, 5],
  ['above', { type: 'integer', exclusiveMinimum: 5 }, 6],
  ['at most', { type: 'number', maximum: -2 }, -2],
  ['a multiple', { type: 'integer', multipleOf: 10 }, 10],
  ['a boolean', { type: 'boolean' }, true],
  ['null', { type: 'null' }, null],
  ['the first type', { type: ['null', 'integer'] }, 1],
  ['capitals', { type: 'INTEGER' }, 1],
  ['a word', { type: 'string' }, 'one'],
  ['long enough', { type: 'string', minLength: 5 }, 'one..'],
  ['short enough', { type: 'string', maxLength: 2 }, 'on'],
  ['a date', { type: 'string', format: 'date' }, '2026-01-01'],
  ['no type', {}, 'one'],
  ['no schema', true, 'one'],
  ['a list', { type: 'array', items: { type: 'string' }, minItems: 2 }, ['one', 'two']],
  ['a choice', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
  ['a reference', { $ref: '#/$defs/size' }, 'small'],
  ['a reference to nothing', { $ref: '#/$defs/gone' }, 'one'],
  [
    'parts',
    {
      allOf: [
        { properties: { a: { type: 'integer' } }, required: ['a'] },
        { required: ['b'], properties: { b: {} } },
      ],
    },
    { a: 1, b: 'one' },
  ],
  [
    'a nested object: what is required',
    { type: 'object', properties: { a: {}, b: {} }, required: ['b'] },
    { b: 'one' },
  ],
  ['a required name without a schema', { type: 'object', required: ['constructor'] }, { constructor: 'one' }],
])('%s', (_, schema, expected) => {
  const whole = {
    type: 'object',
    properties: { value: schema },
    required: ['value'],
    $defs: { size: { enum: ['small'] } },
  };
  expect(fillArguments(whole, 'all of it', ['one', 'two', 'three'])).toEqual({ value: expected });
});

test('strings by name', () => {
  const properties = { city: {}, url: {}, file: {}, message: {}, other: {} };
  const terms = ['x', 'Oslo', 'https://a.b/c', 'a.txt', 'y'];
  expect(fillArguments({ properties, required: Object.keys(properties) }, 'all of it', terms)).toEqual({
    city: 'Oslo',
    url: 'https://a.b/c',
    file: 'a.txt',
    message: 'all of it',
    other: 'x',
  });
});

test('nothing required: the first argument; no arguments: none', () => {
  expect(fillArguments({ type: 'object', properties: { a: {}, b: {} } }, 't', ['one'])).toEqual({ a: 'one' });
  expect(fillArguments({ type: 'object', properties: {} }, 't', [])).toEqual({});
  expect(fillArguments({}, 't', ['one'])).toEqual({});
});

test('a recursive schema terminates', () => {
  expect(JSON.stringify(fillArguments(cycle, 't', [])).length).toBeLessThan(200);
});
