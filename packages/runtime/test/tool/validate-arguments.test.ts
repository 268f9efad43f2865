import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { createArgumentCheck } from '../../src/tool/validate-arguments.ts';

const check = createArgumentCheck();
const problem = (parameters: object, args: unknown): readonly string[] => {
  const read = check({ name: 't', parameters: JSON.parse(JSON.stringify(parameters)) }, args);
  return read.isValid ? ['valid', JSON.stringify(read.args)] : read.problem.split('\n').slice(1, -1);
};

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });

describe('arguments', () => {
  test.each<{ what: string; schema: object; args: unknown; says: readonly string[] }>([
    {
      what: 'a wrong type',
      schema: object({ path: { type: 'string' } }),
      args: { path: 3 },
      says: ['- path: expected string, got number 3'],
    },
    {
      what: 'a missing property, with its description',
      schema: object({ path: { type: 'string', description: 'Where to look.' } }, { required: ['path'] }),
      args: {},
      says: ['- path: is required (string): Where to look.'],
    },
    {
      what: 'an unknown property, with the known ones',
      schema: object({ path: {}, limit: {} }, { additionalProperties: false }),
      args: { file: 'x' },
      says: ['- file: is unknown; valid names are path, limit'],
    },
    {
      what: 'a value that is not allowed',
      schema: object({ mode: { enum: ['r', 'w'] } }),
      args: { mode: 'x' },
      says: ['- mode: expected one of "r", "w", got string "x"'],
    },
    {
      what: 'a union',
      schema: object({ id: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
      args: { id: true },
      says: ['- id: expected string or integer, got boolean true'],
    },
    {
      what: 'more than one form of a oneOf',
      schema: object({ n: { oneOf: [{ minimum: 1 }, { maximum: 3 }] } }),
      args: { n: 2 },
      says: ['- n: matches several forms, but must match only one, got number 2'],
    },
    {
      what: 'a number out of range',
      schema: object({ limit: { type: 'integer', minimum: 1, maximum: 10 } }),
      args: { limit: 11 },
      says: ['- limit: must be <= 10, got number 11'],
    },
    {
      what: 'paths deep inside',
      schema: object({ edits: { type: 'array', items: object({ 'a b': { type: 'string' } }, { required: ['to'] }) } }),
      args: { edits: [{ 'a b': 1, to: '' }, {}, 4] },
      says: [
        '- edits[0]["a b"]: expected string, got number 1',
        '- edits[1].to: is required',
        '- edits[2]: expected object, got number 4',
      ],
    },
    {
      what: 'a path behind a draft-07 reference',
      schema: { ...object({ a: { $ref: '#/definitions/x' } }), definitions: { x: { type: 'string' } } },
      args: { a: 3 },
      says: ['- a: expected string, got number 3'],
    },
    {
      what: 'null in a list',
      schema: object({ a: { type: 'array', items: { type: 'string' } } }),
      args: { a: [null] },
      says: ['- a[0]: expected string, got null'],
    },
    {
      what: 'a path in a 2020-12 tree',
      schema: {
        ...object({ a: { $ref: '#/$defs/node' } }),
        $defs: { node: object({ next: { $ref: '#/$defs/node' }, v: { type: 'number' } }) },
      },
      args: { a: { next: { next: { v: 'x' } } } },
      says: ['- a.next.next.v: expected number, got string "x"'],
    },
  ])('name $what', ({ schema, args, says }) => {
    expect(problem(schema, args)).toEqual(says);
  });

  test('are reported with the tool name and what to do', () => {
    const read = check({ name: 'read_file', parameters: object({ path: { type: 'string' } }) as never }, { path: 1 });
    expect(read).toEqual({
      isValid: false,
      problem: [
        'Invalid arguments for the tool read_file, which was not run:',
        '- path: expected string, got number 1',
        'Fix this and call read_file again.',
      ].join('\n'),
    });
  });

  test.each<{ what: string; schema: object; args: unknown; becomes: object }>([
    { what: 'defaults', schema: object({ n: { type: 'integer', default: 5 } }), args: {}, becomes: { n: 5 } },
    {
      what: 'defaults of required properties',
      schema: Type.Object({ n: Type.Integer({ default: 5 }), path: Type.String() }),
      args: { path: 'x' },
      becomes: { path: 'x', n: 5 },
    },
    { what: 'an empty text as no arguments', schema: object({}), args: ' ', becomes: {} },
    { what: 'null as no arguments', schema: object({}), args: null, becomes: {} },
    { what: 'nothing as no arguments', schema: object({}), args: undefined, becomes: {} },
    {
      what: 'null where OpenAPI allows it',
      schema: object({ a: { type: 'string', nullable: true } }, { required: ['a'] }),
      args: { a: null },
      becomes: { a: null },
    },
    {
      what: 'a key that is special in JavaScript',
      schema: {},
      args: JSON.parse('{"__proto__":1}'),
      becomes: JSON.parse('{"__proto__":1}'),
    },
  ])('accept $what', ({ schema, args, becomes }) => {
    expect(problem(schema, args)).toEqual(['valid', JSON.stringify(becomes)]);
  });

  test.each([
    ['text that is cut off', '{"path": "a', /came as text that is not valid JSON \(.+\): \{"path": "a$/],
    ['text that is an object', '{"path":"a"}', /came as text: \{"path":"a"\}$/],
    ['an array', [1], /they were an array\.$/],
    ['a number', 7, /they were a number\.$/],
  ])('reject %s', (_, args, says) => {
    const read = check({ name: 't', parameters: {} }, args);
    const [first, second] = read.isValid ? [] : read.problem.split('\n');
    expect(first).toMatch(says);
    expect(second).toBe('The tool was not run. Call t again with a JSON object.');
  });

  test.each<{ what: string; schema: object; args: () => unknown; says: RegExp }>([
    {
      what: 'a text of a hundred million characters, although a note in its place would fit',
      schema: object({ a: { type: 'string', maxLength: 100 } }),
      args: () => ({ a: 'x'.repeat(100_000_000) }),
      says: /^The arguments cannot be read completely \(too-large at \$\.a\)\.$/,
    },
    {
      what: 'a name of a hundred million characters',
      schema: {},
      args: () => ({ ['x'.repeat(100_000_000)]: 1 }),
      says: /^The arguments cannot be read completely \(too-large at \$\)\.$/,
    },
    {
      what: 'a hundred million characters that are not an object',
      schema: {},
      args: () => 'x'.repeat(100_000_000),
      says: /^The arguments cannot be read completely \(too-large at \$\)\.$/,
    },
    {
      what: 'what is nested deeper than JSON allows',
      schema: {},
      args: () => JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
      says: /^The arguments cannot be read completely \(deep at \$\.a/,
    },
    {
      what: 'what is hidden behind many small changes',
      schema: {},
      args: () => ({ a: Array.from({ length: 30 }, () => '\ud800'), b: 'x'.repeat(100_000_000) }),
      says: /^The arguments cannot be read completely \(more at \$\)\.$/,
    },
  ])('reject $what', ({ schema, args, says }) => {
    const read = check({ name: 't', parameters: schema as never }, args());
    const [first, second] = read.isValid ? [] : read.problem.split('\n');
    expect(first).toMatch(says);
    expect(second).toBe('The tool was not run. Call t again with a JSON object.');
  });

  test('are reported at bounded length', () => {
    const long = 'x'.repeat(1_000);
    const names = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${index}${long}`, { type: 'number' }]),
    );
    const read = check(
      { name: 't', parameters: object(names, { additionalProperties: false }) as never },
      { ...Object.fromEntries(Object.keys(names).map((name) => [name, long])), [long]: 1 },
    );
    expect(read.isValid).toBe(false);
    expect(read.isValid ? 0 : read.problem.length).toBeLessThan(20_000);
    expect(read.isValid ? '' : read.problem).toContain('\n- there may be more\n');
  });
});

/** 27 lines that take 2^26 steps. */
function bomb(): object {
  const $defs: Record<string, object> = { a26: { type: 'object' } };
  for (let index = 0; index < 26; index += 1) {
    const $ref = `#/$defs/a${index + 1}`;
    $defs[`a${index}`] = { allOf: [{ $ref }, { $ref }] };
  }
  return { $ref: '#/$defs/a0', $defs };
}

function deep(): object {
  let schema: object = {};
  for (let index = 0; index < 50_000; index += 1) schema = { not: schema };
  return schema;
}

describe('an odd schema accepts what it cannot check and checks the rest', () => {
  test.each<{ what: string; schema: object; args: object }>([
    { what: 'a reference to another document', schema: { $ref: 'https://example.com/s.json' }, args: { a: 1 } },
    { what: 'a dangling reference', schema: object({ a: { $ref: '#/$defs/none' } }), args: { a: 1 } },
    { what: 'a reference to itself', schema: { $ref: '#' }, args: { a: 1 } },
    { what: 'circular references', schema: { allOf: [{ $ref: '#' }, { $ref: '#' }] }, args: { a: 1 } },
    {
      what: 'keywords of the wrong kind',
      schema: { type: 'weird', properties: 3, required: 'x', anyOf: {} },
      args: { a: 1 },
    },
    { what: 'an invalid pattern', schema: object({ a: { pattern: '(' } }), args: { a: 'x' } },
    {
      what: 'a pattern that only other engines accept',
      schema: object({ a: { pattern: '[\\w-.]+' } }),
      args: { a: 'x' },
    },
    { what: 'a pattern as a key', schema: { patternProperties: { '(': { type: 'string' } } }, args: { a: 1 } },
    { what: 'an unusable part inside a negation', schema: { not: { $ref: 'elsewhere' } }, args: { a: 1 } },
    {
      what: 'an unusable part that another part depends on',
      schema: { $ref: 'elsewhere', unevaluatedProperties: false },
      args: { a: 1 },
    },
    { what: 'a few lines that need millions of steps', schema: bomb(), args: {} },
    { what: 'an empty one', schema: {}, args: { a: { b: [1] } } },
  ])('$what', ({ schema, args }) => {
    expect(problem(schema, args)).toEqual(['valid', JSON.stringify(args)]);
  });

  test('deeper than the stack', () => {
    expect(check({ name: 't', parameters: deep() as never }, { a: 1 })).toEqual({ isValid: true, args: { a: 1 } });
  });

  test('beside the removed part', () => {
    const schema = object({ a: { pattern: '(' }, pattern: { type: 'string' }, $ref: { type: 'string' } });
    expect(problem(schema, { a: 'x', pattern: 1, $ref: 2 })).toEqual([
      '- pattern: expected string, got number 1',
      '- $ref: expected string, got number 2',
    ]);
  });
});
