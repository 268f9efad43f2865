import { describe, expect, test } from 'vitest';
import { isCleanJson } from '../../src/json/is-clean-json.ts';
import { nested } from './values.ts';

class Point {
  readonly x = 1;
}

describe('clean', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a string', 'text'],
    ['a whole emoji', '😀'],
    ['a number', -0.5e300],
    ['negative zero', -0],
    ['a boolean', false],
    ['an empty array', []],
    ['an empty object', {}],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a parsed object', JSON.parse('{"a":[1,{"b":null,"":"x"},[]],"__proto__":{"c":true},"toJSON":"data"}')],
    ['a key of several scripts', { größe: 1, 大きさ: 2, '😀': 3, 'a rather long key with an emoji 😀': 4 }],
    ['500 levels', nested(500, 'leaf')],
    ['a shared object', Array(3).fill({ a: 1 })],
    [
      'a getter that returns data',
      Object.freeze({
        get a() {
          return 1;
        },
      }),
    ],
    ['a symbol key, which JSON ignores', { a: 1, [Symbol('s')]: 2 }],
  ])('%s', (_, value) => {
    expect(isCleanJson(value)).toBe(true);
  });
});

describe('not clean', () => {
  const circular: unknown[] = [];
  circular.push(circular);
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a bigint', 1n],
    ['a symbol', Symbol('s')],
    ['a function', () => 1],
    ['NaN', Number.NaN],
    ['an infinity', [Number.NEGATIVE_INFINITY]],
    ['half an emoji', ['\ud83d']],
    ['half an emoji in a key', { '\ud83d': 1 }],
    ['half an emoji in a long key', { 'a rather long key, and then \ud83d': 1 }],
    ['a hole', new Array(1)],
    ['an undefined property', { a: undefined }],
    ['a date', { a: new Date(0) }],
    ['a class instance', { a: new Point() }],
    ['a map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['a boxed number', Object(1)],
    ['an own toJSON', { toJSON: () => 1 }],
    ['a hidden toJSON', Object.defineProperty({}, 'toJSON', { value: () => 1 })],
    ['an array with a toJSON', Object.assign([1], { toJSON: () => 1 })],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('no');
        },
      },
    ],
    ['a cycle', circular],
    ['501 levels', nested(501, 'leaf')],
    ['more text than a string can hold', new Array(1000).fill('x'.repeat(2 ** 20))],
  ])('%s', (_, value) => {
    expect(isCleanJson(value)).toBe(false);
  });
});
