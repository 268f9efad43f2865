import { expect, test } from 'vitest';
import { pathOf, placeIn, ROOT, type ValuePlace } from '../../src/json/place.ts';

function path(keys: readonly (string | number)[]): string {
  return pathOf(keys.reduce<ValuePlace>((parent, key) => placeIn(parent, key), ROOT));
}

test.each([
  { keys: [], text: '$' },
  { keys: ['a', 3, 'b'], text: '$.a[3].b' },
  { keys: ['größe', '$ref', '_x1'], text: '$.größe.$ref._x1' },
  { keys: ['with space', '', '0', 'a"b'], text: String.raw`$["with space"][""]["0"]["a\"b"]` },
  { keys: ['x'.repeat(1000)], text: `$["${'x'.repeat(20)}…${'x'.repeat(20)}"]` },
  { keys: [`${'x'.repeat(19)}😀${'x'.repeat(30)}`], text: `$["${'x'.repeat(19)}\ufffd…${'x'.repeat(20)}"]` },
  { keys: Array.from({ length: 16 }, (_, index) => index), text: `$${steps(0, 16)}` },
  { keys: Array.from({ length: 17 }, (_, index) => index), text: `$${steps(0, 8)}…${steps(9, 17)}` },
  { keys: Array.from({ length: 1000 }, (_, index) => index), text: `$${steps(0, 8)}…${steps(992, 1000)}` },
])('$text', ({ keys, text }) => {
  expect(path(keys)).toBe(text);
});

function steps(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => `[${from + index}]`).join('');
}
