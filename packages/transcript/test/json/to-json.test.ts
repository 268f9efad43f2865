import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/json/json-value.ts';
import { snapshotJson, toJson, type ValueChangeKind } from '../../src/json/to-json.ts';
import { containersInBoth, nested } from './values.ts';

type Case = readonly [
  title: string,
  value: unknown,
  json: JsonValue,
  ...changes: (readonly [ValueChangeKind, string])[],
];

class Point {
  readonly x = 1;
  readonly #hidden = 2;
  get sum(): number {
    return this.x + this.#hidden;
  }
}

class Money {
  readonly amount = 5n;
  toJSON(key: string): unknown {
    return { key, amount: this.amount };
  }
}

const self: Record<string, unknown> = { name: 'self' };
self['me'] = { list: [self] };

const selfMap = new Map<string, unknown>();
selfMap.set('again', selfMap);

const selfToJson = { toJSON: (): unknown => ({ inner: selfToJson }) };

const throwing = {
  fine: 1,
  get bad(): never {
    throw new Error('not today');
  },
};

const throwsOnEverything: object = new Proxy(
  {},
  new Proxy(
    {},
    {
      get: (_, trap) => () => {
        throw new Error(`trap ${String(trap)}`);
      },
    },
  ),
);

const cases: readonly Case[] = [
  ['undefined', undefined, null, ['undefined', '$']],
  ['undefined in an object', { a: undefined, b: 1 }, { b: 1 }, ['undefined', '$.a']],
  ['undefined in an array', [undefined, 1], [null, 1], ['undefined', '$[0]']],
  ['a hole', Object.assign(new Array(2), { 1: 'x' }), [null, 'x'], ['undefined', '$[0]']],
  ['a bigint', { n: -12345678901234567890n }, { n: '-12345678901234567890' }, ['bigint', '$.n']],
  [
    'numbers that are none',
    [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0],
    ['NaN', 'Infinity', '-Infinity', -0],
    ['not-finite', '$[0]'],
    ['not-finite', '$[1]'],
    ['not-finite', '$[2]'],
  ],
  ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }, ['date', '$.at']],
  ['an invalid date', new Date(Number.NaN), 'Invalid Date', ['date', '$']],
  ['a function', { run() {} }, { run: '[function run]' }, ['function', '$.run']],
  ['a function without a name', [() => 1], ['[function]'], ['function', '$[0]']],
  ['a class', Point, '[function Point]', ['function', '$']],
  ['a symbol', [Symbol('tag')], ['Symbol(tag)'], ['symbol', '$[0]']],
  ['a symbol key, which JSON does not see', { a: 1n, [Symbol('tag')]: 2 }, { a: '1' }, ['bigint', '$.a']],
  ['half an emoji', ['a\ud83d', '😀'], ['a\ufffd', '😀'], ['lone-surrogate', '$[0]']],
  [
    'keys that become equal',
    { 'k\ud800': 1, 'k\udfff': 2, 'k\ufffd': 3, 'k\ufffd~2': 4 },
    { 'k\ufffd': 1, 'k\ufffd~2': 2, 'k\ufffd~3': 3, 'k\ufffd~2~4': 4 },
    ['lone-surrogate', '$["k\ufffd"]'],
    ['lone-surrogate', '$["k\ufffd~2"]'],
  ],
  [
    'a map with names',
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
    { a: 1, b: 2 },
    ['map', '$'],
  ],
  ['an empty map', new Map(), {}, ['map', '$']],
  [
    'a map with other keys',
    {
      m: new Map<unknown, unknown>([
        ['a', 1],
        [{ k: 1 }, 2n],
      ]),
    },
    {
      m: [
        ['a', 1],
        [{ k: 1 }, '2'],
      ],
    },
    ['map', '$.m'],
    ['bigint', '$.m[1][1]'],
  ],
  ['a map that holds itself', selfMap, { again: '[circular: $]' }, ['map', '$'], ['circular', '$.again']],
  ['a set', { s: new Set([1, 'x']) }, { s: [1, 'x'] }, ['set', '$.s']],
  [
    'an error',
    Object.assign(new TypeError('bad', { cause: new Error('why') }), { code: 'E1' }),
    { name: 'TypeError', message: 'bad', cause: { name: 'Error', message: 'why' }, code: 'E1' },
    ['error', '$'],
    ['error', '$.cause'],
  ],
  [
    'an error of several',
    new AggregateError([new Error('one')], 'all'),
    { name: 'AggregateError', message: 'all', errors: [{ name: 'Error', message: 'one' }] },
    ['error', '$'],
    ['error', '$.errors[0]'],
  ],
  ['a pattern', /a+/gi, '/a+/gi', ['regexp', '$']],
  ['an address', new URL('https://example.com/a b'), 'https://example.com/a%20b', ['url', '$']],
  [
    'boxed values',
    [Object('s'), Object(1), Object(true), Object(2n), Object(Symbol('t'))],
    ['s', 1, true, '2', 'Symbol(t)'],
    ['boxed', '$[0]'],
    ['boxed', '$[1]'],
    ['boxed', '$[2]'],
    ['boxed', '$[3]'],
    ['bigint', '$[3]'],
    ['boxed', '$[4]'],
    ['symbol', '$[4]'],
  ],
  ['bytes', Uint8Array.of(1, 2, 3), 'AQID', ['binary', '$']],
  ['a Buffer, though it has a toJSON', Buffer.from('hi'), 'aGk=', ['binary', '$']],
  ['wider numbers', Uint16Array.of(1), 'AQA=', ['binary', '$']],
  ['a part of a buffer', new DataView(Uint8Array.of(0, 1, 2, 3).buffer, 1, 3), 'AQID', ['binary', '$']],
  ['a buffer', Uint8Array.of(1, 2, 3).buffer, 'AQID', ['binary', '$']],
  ['a shared buffer', new SharedArrayBuffer(3), 'AAAA', ['binary', '$']],
  ['a class instance', new Point(), { x: 1 }, ['class-instance', '$']],
  ['inherited properties', Object.create({ a: 1 }), {}, ['class-instance', '$']],
  ['a toJSON', { m: new Money() }, { m: { key: 'm', amount: '5' } }, ['to-json', '$.m'], ['bigint', '$.m.amount']],
  ['a toJSON with no answer', [{ toJSON: () => undefined }], [null], ['to-json', '$[0]'], ['undefined', '$[0]']],
  [
    'a toJSON that gives a date',
    { toJSON: () => new Date(0) },
    '1970-01-01T00:00:00.000Z',
    ['to-json', '$'],
    ['date', '$'],
  ],
  [
    'a toJSON that gives another, which is not asked',
    { toJSON: () => ({ a: 1, toJSON: () => 2 }) },
    { a: 1, toJSON: '[function toJSON]' },
    ['to-json', '$'],
    ['function', '$.toJSON'],
  ],
  [
    'a toJSON that gives its owner again',
    selfToJson,
    { inner: '[circular: $]' },
    ['to-json', '$'],
    ['circular', '$.inner'],
  ],
  ['a cycle', self, { name: 'self', me: { list: ['[circular: $]'] } }, ['circular', '$.me.list[0]']],
  [
    'a shared object, which is no cycle',
    ((both) => ({ a: both, b: { c: both }, n: 1n }))({ x: [1] }),
    { a: { x: [1] }, b: { c: { x: [1] } }, n: '1' },
    ['bigint', '$.n'],
  ],
  ['a getter that throws', throwing, { fine: 1, bad: '[unreadable: not today]' }, ['unreadable', '$.bad']],
  [
    'a getter that throws no error',
    {
      get bad(): never {
        throw 7;
      },
    },
    { bad: '[unreadable: 7]' },
    ['unreadable', '$.bad'],
  ],
  [
    'a toJSON that throws',
    {
      toJSON: () => {
        throw new Error('no');
      },
    },
    '[unreadable: no]',
    ['unreadable', '$'],
  ],
  ['a proxy that throws on everything', [throwsOnEverything], ['[unreadable: trap get]'], ['unreadable', '$[0]']],
  [
    'an object of another realm',
    runInNewContext('({ a: [1], d: new Date(0), m: new Map() })'),
    { a: [1], d: '1970-01-01T00:00:00.000Z', m: {} },
    ['date', '$.d'],
    ['map', '$.m'],
  ],
  ['an impostor', { [Symbol.toStringTag]: 'Map', a: 1n }, { a: '1' }, ['bigint', '$.a']],
];

describe('REQ-915-038 replaces what JSON cannot represent', () => {
  for (const [title, value, json, ...changes] of cases) {
    test(title, () => {
      const expected = { value: json, changes: changes.map(([kind, path]) => ({ kind, path })) };
      expect(toJson(value)).toStrictEqual(expected);
      expect(snapshotJson(value)).toStrictEqual(json);
      expect(JSON.parse(JSON.stringify(toJson(value).value))).toEqual(JSON.parse(JSON.stringify(json)));
    });
  }
});

test('REQ-915-038 a revoked proxy is unreadable, with the engine’s reason', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(toJson({ proxy })).toStrictEqual({
    value: { proxy: expect.stringMatching(/^\[unreadable: .*revoked.*\]$/) },
    changes: [{ kind: 'unreadable', path: '$.proxy' }],
  });
});

test('REQ-915-038 returns a clean value itself, with a frozen empty list of changes', () => {
  const value = JSON.parse('{"a":[1,2,{"b":null}]}');
  const first = toJson(value);
  expect(first.value).toBe(value);
  expect(first.changes).toBe(toJson('text').changes);
  expect(Object.isFrozen(first.changes)).toBe(true);
});

test('a snapshot shares nothing with the original', () => {
  const value = { a: [{ b: 1 }], c: Object.assign(Object.create(null), { d: [] }), e: Object.freeze([]) };
  const copy = snapshotJson(value);
  expect(copy).toStrictEqual({ a: [{ b: 1 }], c: { d: [] }, e: [] });
  expect(containersInBoth(copy, value)).toStrictEqual([]);
});

test('a snapshot reads a getter once and keeps its value', () => {
  let reads = 0;
  const copy = snapshotJson({
    get count() {
      reads += 1;
      return reads;
    },
  });
  expect([copy, copy, reads]).toStrictEqual([{ count: 1 }, { count: 1 }, 1]);
});

test('REQ-915-038 a property called __proto__ is data', () => {
  const { value } = toJson(JSON.parse('{"__proto__":{"polluted":true},"n":1e999}'));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true},"n":"Infinity"}');
  const fromMap = toJson(new Map([['__proto__', { polluted: true }]])).value;
  expect(JSON.stringify(fromMap)).toBe('{"__proto__":{"polluted":true}}');
});

test('lists twenty changes and says that there are more', () => {
  const { changes } = toJson(new Array(1000).fill(1n));
  expect(changes).toStrictEqual([
    ...Array.from({ length: 20 }, (_, index) => ({ kind: 'bigint', path: `$[${index}]` })),
    { kind: 'more', path: '$' },
  ]);
  expect(toJson(new Array(20).fill(1n)).changes.at(-1)).toStrictEqual({ kind: 'bigint', path: '$[19]' });
});

describe('REQ-915-038 nesting', () => {
  test('leaves 500 levels alone', () => {
    const value = nested(500, 'leaf');
    expect(toJson(value)).toStrictEqual({ value, changes: [] });
  });

  test('carries deeper levels as JSON text', () => {
    const { value, changes } = toJson(nested(500, { a: [1, new Map([['k', 2n]])], b: '"' }));
    const path = `$${'[0]'.repeat(16)}…`;
    expect(value).toStrictEqual(nested(500, '{"a":[1,{"k":"2"}],"b":"\\""}'));
    expect(changes).toStrictEqual([
      { kind: 'deep', path },
      { kind: 'map', path },
      { kind: 'bigint', path },
    ]);
  });

  test('does not call toJSON below that depth', () => {
    const { value } = toJson(nested(501, { date: new Date(0), toJSON: () => 'asked' }));
    const text = '[{"date":"1970-01-01T00:00:00.000Z","toJSON":"[function toJSON]"}]';
    expect(value).toStrictEqual(nested(500, text));
  });
});

test.each([
  [['a', 3, 'b'], '$.a[3].b'],
  [['größe', '$ref', '_x1'], '$.größe.$ref._x1'],
  [['with space', '', '0', 'a"b'], String.raw`$["with space"][""]["0"]["a\"b"]`],
  [['x'.repeat(1000)], `$["${'x'.repeat(40)}…"]`],
  [[`${'x'.repeat(39)}😀`], `$["${'x'.repeat(39)}\ufffd…"]`],
  [Array.from({ length: 16 }, () => 0), `$${'[0]'.repeat(16)}`],
  [Array.from({ length: 40 }, () => 0), `$${'[0]'.repeat(16)}…`],
])('the path of a change: %#', (keys, path) => {
  const value = keys.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? listWith(key, inner) : { [key]: inner }),
    1n,
  );
  expect(toJson(value).changes).toStrictEqual([{ kind: 'bigint', path }]);
});

function listWith(index: number, item: unknown): readonly unknown[] {
  return [...new Array(index).fill(0), item];
}
