import { expect, test } from 'vitest';
import { foldedText } from '../../src/print/folded-text.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

test.each<[what: string, text: string, shown: string]>([
  ['a short text', 'one\ntwo', 'one\ntwo'],
  ['twelve lines', lines(12), lines(12)],
  ['forty lines', lines(40), `${lines(6)}\n[… 34 more lines]`],
  ['one very long line', 'x'.repeat(2_000), `${'x'.repeat(1_500)}\n[… 500 more characters]`],
  [
    'very long lines',
    Array.from({ length: 20 }, () => 'y'.repeat(1_000)).join('\n'),
    `${'y'.repeat(1_000)}\n${'y'.repeat(499)}\n[… 4505 more characters, 14 more lines]`,
  ],
])('%s', (_, text, shown) => {
  expect(foldedText(text)).toBe(shown);
});
