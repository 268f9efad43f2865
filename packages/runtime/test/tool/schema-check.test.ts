/** Hostile schemas and arguments: the check ends, and arguments that do not match are not accepted. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { times } from '../../../../test/property/runs.ts';
import { SchemaCheck } from '../../src/tool/schema-check.ts';
import { TimeLimit } from '../../src/tool/time-limit.ts';

const limit = new TimeLimit();
/** A check that times out uses its whole limit, so the short form has a fifth of it. */
const shortened = times === 1 ? 5 : 1;
/** For checks that end: a busy machine must not reach it. */
const ample = 600_000;
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const slow = ['- the arguments: take too long to check; send shorter or simpler ones'];
const large = ['- the arguments: too long or too deeply nested to check; send shorter or simpler ones'];

function nested(depth: number, innermost: JsonValue): JsonObject {
  let value: JsonValue = innermost;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value as JsonObject;
}

/** Each level can match in two ways, and only the innermost decides: the work doubles with each level. */
const twofold: JsonObject = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      anyOf: [
        object({ a: { $ref: '#/$defs/node' } }, { required: ['a'], title: 'one' }),
        object({ a: { $ref: '#/$defs/node' } }, { required: ['a'], title: 'other' }),
        { type: 'string' },
      ],
    },
  },
};

interface Case {
  readonly what: string;
  readonly schema: JsonObject;
  readonly args: () => JsonObject;
  readonly says: readonly string[];
  /** Checks that ordinary arguments are still validated afterwards. */
  readonly fits: JsonObject;
  readonly fails: JsonObject;
}

const cases: readonly Case[] = [
  {
    what: 'an exponential pattern',
    schema: object({ s: { type: 'string', pattern: '^(\\w+\\s?)*$' } }),
    args: () => ({ s: `${'a'.repeat(60)}!` }),
    says: slow,
    fits: { s: 'a b' },
    fails: { s: 'a!' },
  },
  {
    what: 'a cubic pattern',
    schema: object({ s: { type: 'string', pattern: 'a*a*a*b$' } }),
    args: () => ({ s: 'a'.repeat(100_000) }),
    says: slow,
    fits: { s: 'aab' },
    fails: { s: 'a' },
  },
  {
    what: 'an exponential pattern for names',
    schema: { type: 'object', patternProperties: { '^(a+)+$': { type: 'number' } } },
    args: () => ({ [`${'a'.repeat(60)}!`]: 1 }),
    says: slow,
    fits: { aa: 1, b: '' },
    fails: { aa: '' },
  },
  {
    what: 'a pattern that needs more stack than available',
    schema: object({ s: { type: 'string', pattern: '^(?:a|x)*$' } }),
    args: () => ({ s: `${'x'.repeat(20_000_000)}y` }),
    says: large,
    fits: { s: 'xax' },
    fails: { s: 'y' },
  },
  {
    what: 'a schema that can be read in two ways at each level',
    schema: twofold,
    args: () => nested(60, 7),
    says: slow,
    fits: nested(2, 'x'),
    fails: nested(2, 7),
  },
  {
    what: 'a long list of equal values',
    schema: object({ list: { type: 'array', uniqueItems: true } }),
    args: () => ({ list: Array.from({ length: 200_000 }, () => 1) }),
    says: slow,
    fits: { list: [1, 2] },
    fails: { list: [1, 1] },
  },
  {
    what: 'a huge number of values',
    schema: object({ list: { type: 'array', items: { type: 'number' } } }),
    args: () => ({ list: Array.from({ length: 300_000 }, () => '') }),
    says: ['- the arguments: contain more than 250000 values; send fewer at a time'],
    fits: { list: [1, 2] },
    fails: { list: [''] },
  },
];

describe('terminates and accepts nothing', () => {
  test.each(cases)('$what', ({ schema, args, says, fits, fails }) => {
    let ends = says !== slow;
    const run: TimeLimit['run'] = (milliseconds, work) => limit.run(ends ? ample : milliseconds / shortened, work);
    const check = new SchemaCheck(schema, { run });
    expect(check.problems(args())).toEqual(says);
    ends = true;
    expect(check.problems(fits)).toEqual([]);
    expect(check.problems(fails)).not.toEqual([]);
    ends = says !== slow;
    expect(check.problems(args())).toEqual(says);
  });

  test('values that need more stack than available', () => {
    const step: JsonObject = { allOf: [{ anyOf: [{ oneOf: [{ allOf: [{ anyOf: [{ $ref: '#' }] }] }] }] }] };
    const check = new SchemaCheck(object({ a: step, b: { type: 'number' } }), limit);
    expect(check.problems(nested(3, { b: 1 }))).toEqual([]);
    expect(check.problems(nested(3, { b: '' }))).not.toEqual([]);
    // Whether the stack is large enough depends on the caller; in either case the arguments are not accepted.
    expect(check.problems(nested(490, { b: '' }))).not.toEqual([]);
  });
});

describe('accepts what cannot be checked', () => {
  const itself: Record<string, unknown> = { type: 'object' };
  itself['properties'] = { a: itself, b: itself };
  test.each<{ what: string; schema: unknown; args: JsonObject }>([
    { what: 'a recursive schema', schema: itself, args: { a: 1 } },
    { what: 'circular references below', schema: object({ a: { $ref: '#/properties/a' } }), args: { a: 1 } },
    {
      what: 'a huge schema',
      schema: { enum: Array.from({ length: 100_000 }, (_, index) => index) },
      args: { a: 1 },
    },
  ])('$what', ({ schema, args }) => {
    expect(new SchemaCheck(schema as JsonObject, limit).problems(args)).toEqual([]);
  });
});
