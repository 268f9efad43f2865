import { expect, test } from 'vitest';
import { fitWidth } from '../../src/print/fit-width.ts';

test.each<readonly [string, string, number | undefined, string]>([
  ['in a pipe: whole', 'a b c d e f g h i j k l m n', undefined, 'a b c d e f g h i j k l m n'],
  ['keeps what fits', 'note  a  b\n', 20, 'note  a  b\n'],
  ['a sentence, between words', 'one two three four five six', 20, 'one two three four\nfive six'],
  ['aligned with its column', 'ok  node  one two three four five', 24, 'ok  node  one two three\n          four five'],
  [
    'aligned with an earlier column if the last leaves too little',
    'error  $.contents[1].blocks  it has none',
    28,
    'error  $.contents[1].blocks\n       it has none',
  ],
  ['an indented line keeps its indent', '    one two three four five', 20, '    one two three\n    four five'],
  ['does not break text without a blank', `see ${'x'.repeat(30)} there`, 20, `see\n${'x'.repeat(30)}\nthere`],
  [
    'colours have no width',
    '\u001b[31mone two three\u001b[0m four five six',
    20,
    '\u001b[31mone two three\u001b[0m four\nfive six',
  ],
  ['wide characters count two', '日本語！ 日本語！ 日本語！', 20, '日本語！ 日本語！\n日本語！'],
  ['does not wrap at ten columns', 'one two three four', 10, 'one two three four'],
])('%s', (_, text, columns, expected) => {
  expect(fitWidth(text, columns)).toBe(expected);
});
