import { expect, test } from 'vitest';
import { plainText } from '../../src/print/plain-text.ts';

test.each([
  ['as it is: é😀', 'as it is: é😀'],
  ['a\nb\r\n\tc', 'a b c'],
  ['\u001b[31mred\u0007', ' [31mred '],
  ['\u009b31m', ' 31m'],
  ['a\u202eb\u2028c', 'a b c'],
  ['\ud800', '\ufffd'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(299)}…`],
  [`${'x'.repeat(298)}😀x`, `${'x'.repeat(298)}…`],
])('%j', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
