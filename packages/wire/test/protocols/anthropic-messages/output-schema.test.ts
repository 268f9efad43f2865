/** The schema of an answer, as Claude accepts it. */
import { expect, test } from 'vitest';
import { outputSchema } from '../../../src/protocols/anthropic-messages/encode-request/output-schema.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const closed = (properties: object, more: object = {}): object => ({
  ...object(properties, more),
  additionalProperties: false,
});

test.each([
  ['every object is closed', object({ a: object({ b: text }) }), closed({ a: closed({ b: text }) })],
  ['what is closed stays as it is', closed({ a: text }), closed({ a: text })],
  [
    'an open object with known keys is closed',
    object({ a: text }, { additionalProperties: true }),
    closed({ a: text }),
  ],
  ['in lists, too', { type: 'array', items: object({ a: text }) }, { type: 'array', items: closed({ a: text }) }],
  ['oneOf is anyOf', { oneOf: [text, { type: 'null' }] }, { anyOf: [text, { type: 'null' }] }],
  [
    'limits are described',
    closed({ a: { type: 'integer', minimum: 1, maximum: 5, description: 'Stars.' } }),
    closed({ a: { type: 'integer', description: 'Stars.\n\n{minimum: 1, maximum: 5}' } }),
  ],
  [
    'of lists only those above one',
    { type: 'array', items: text, minItems: 1 },
    { type: 'array', items: text, minItems: 1 },
  ],
  ['', { type: 'array', items: text, minItems: 2 }, { type: 'array', items: text, description: '{minItems: 2}' }],
  [
    'properties may have names of keywords',
    closed({ minimum: text, oneOf: text }),
    closed({ minimum: text, oneOf: text }),
  ],
  [
    'references stay',
    object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: object({ b: text }) } }),
    closed({ a: { $ref: '#/$defs/A' } }, { $defs: { A: closed({ b: text }) } }),
  ],
  ['unknown keys', object({}, { additionalProperties: text }), undefined],
  ['no keys', { type: 'object' }, undefined],
  ['no keys inside', object({ a: { type: 'object' } }), undefined],
  [
    'a schema in itself',
    object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: object({ a: { $ref: '#/$defs/A' } }) } }),
    undefined,
  ],
  ['a reference to nowhere', object({ a: { $ref: '#/$defs/B' } }), undefined],
  ['a reference to elsewhere', object({ a: { $ref: 'https://example.com/a' } }), undefined],
  ['a condition', object({ a: text }, { not: { required: ['a'] } }), undefined],
])('%s: %j', (_, schema, expected) => {
  expect(outputSchema(schema as never)).toEqual(expected);
});
