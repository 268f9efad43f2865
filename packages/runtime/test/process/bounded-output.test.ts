import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { BoundedOutput, outputText } from '../../src/process/bounded-output.ts';

test.for<readonly [longest: number, pieces: readonly string[], head: string, tail: string, dropped: number]>([
  [10, [], '', '', 0],
  [10, ['', 'abc', ''], 'abc', '', 0],
  [10, ['abcde', 'fghij'], 'abcdefghij', '', 0],
  [10, ['abcdefghijk'], 'abcde', 'ghijk', 1],
  [10, [...'abcdefghijklmnopqrstuvwxyz'], 'abcde', 'vwxyz', 16],
  [4, ['ab', '\n'.repeat(100), 'yz'], 'ab', 'yz', 100],
  [4, ['a😀bcd😀e'], 'a\ufffd', '\ufffde', 5],
  [1, ['abc'], 'a', 'c', 1],
  [0, ['abc'], 'a', 'c', 1],
])('%i characters of %j', ([longest, pieces, head, tail, dropped]) => {
  const output = new BoundedOutput(longest);
  for (const piece of pieces) output.add(piece);
  expect(output.kept).toEqual({ head, tail, dropped });
  expect(output.kept).toEqual({ head, tail, dropped });
});

test('keeps the same however the text is split, and counts everything it drops', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), { maxLength: 40 });
  holds(fc.tuple(fc.integer({ min: 1, max: 60 }), pieces), 300, ([longest, texts]) => {
    const output = new BoundedOutput(longest);
    for (const text of texts) output.add(text);
    const whole = texts.join('');
    const half = Math.ceil(longest / 2);
    const { head, tail, dropped } = output.kept;
    const excess = whole.length - 2 * half;
    const expected = excess > 0 ? [whole.slice(0, half), whole.slice(-half), excess] : [whole, '', 0];
    expect([head, tail, dropped]).toEqual(expected);
  });
});

test('its text says how much is missing', () => {
  expect(outputText({ head: 'a', tail: '', dropped: 0 })).toBe('a');
  expect(outputText({ head: 'a', tail: 'z', dropped: 24 })).toBe('a\n[… 24 characters left out …]\nz');
});
