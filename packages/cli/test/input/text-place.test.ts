import { expect, test } from 'vitest';
import { excerptOf, placeOf } from '../../src/input/text-place.ts';

test.each([
  ['', 0, 1, 1],
  ['abc', 0, 1, 1],
  ['abc', 3, 1, 4],
  ['a\nb', 1, 1, 2],
  ['a\nb', 2, 2, 1],
  ['a\r\nb', 3, 2, 1],
  ['a\rb', 2, 2, 1],
  ['\n\n\nx', 3, 4, 1],
  ['é😀x', 3, 1, 3], // one column for each character, however it is stored
  ['a\n😀😀]', 6, 2, 3],
  ['\ud83dx', 1, 1, 2],
])('%j at %i: line %i, column %i', (text, at, line, column) => {
  expect(placeOf(text, at)).toEqual({ line, column });
});

test.each([
  ['[1,]', 2, 72, '[1,]', '  ^'],
  ['a\n  [1 2]\nb', 7, 72, '  [1 2]', '     ^'],
  ['[\t1 2]', 4, 72, '[ 1 2]', '    ^'], // a tab is one column
  ['"\u001b[31m" x', 8, 72, '" [31m" x', '        ^'],
  ['😀😀x', 4, 72, '😀😀x', '  ^'],
  ['0123456789abcdefghij', 10, 8, '…6789abcd…', '     ^'],
  ['0123456789', 9, 4, '…789', '   ^'],
  ['abc', 3, 72, 'abc', '   ^'],
  ['a\n', 2, 72, '', '^'],
])('%j at %i in %i', (text, at, width, line, caret) => {
  expect(excerptOf(text, at, width)).toEqual([line, caret]);
});
