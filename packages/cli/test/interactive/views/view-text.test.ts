import { expect, test } from 'vitest';
import { loadHighlighter } from '../../../src/interactive/views/load-highlighter.ts';
import { finishedPart, viewText } from '../../../src/interactive/views/view-text.ts';

const draw = (text: string, width: number, done = true): readonly string[] =>
  viewText({ kind: 'text', text, done }, { width, colour: false, now: 0 });

test.each<[name: string, text: string, width: number, lines: readonly string[]]>([
  ['nothing', '', 20, []],
  ['only space', ' \n\n', 20, []],
  ['words', 'one two three four five', 20, ['one two three four', 'five']],
  ['keeps a line end', 'one\ntwo', 20, ['one', 'two']],
  ['paragraphs', 'one\n\n\n\ntwo', 20, ['one', '', 'two']],
  ['a word that is too long', 'a abcdefghijklmnopqrstuvwxyz', 20, ['a abcdefghijklmnopqr', 'stuvwxyz']],
  ['wide characters', '漢字漢字漢字漢字漢字漢字', 20, ['漢字漢字漢字漢字漢字', '漢字']],
  ['a family emoji is one character', 'aaaaaaaaaaaaaaaaaaa👩‍👩‍👧', 20, ['aaaaaaaaaaaaaaaaaaa', '👩‍👩‍👧']],
  ['headings', '# One\n## Two', 20, ['# One', '', '## Two']],
  ['emphasis and code', '**a** _b_ `c` ~~d~~', 20, ['a b `c` ~~d~~']],
  ['a link', '[docs](https://x.y)', 40, ['docs (https://x.y)']],
  ['a misleading link', '[https://good.x](https://bad.y)', 60, ['https://good.x (https://bad.y)']],
  ['a URL', 'see https://x.y', 40, ['see https://x.y']],
  ['a picture', '![cat](cat.png)', 40, ['[image: cat] (cat.png)']],
  ['keeps a definition in place', '[a][b]\n\n[b]: https://x.y', 40, ['[a][b]', '', '[b]: https://x.y']],
  ['references', '&lt;b&gt; &amp;amp; &#27;[31m &#65;', 40, ['<b> &amp;  A']],
  ['html', '<b>x</b>', 40, ['<b>x</b>']],
  ['a list', '- one\n- two two two two two\n* three', 20, ['• one', '• two two two two', '  two', '', '• three']],
  ['numbers', '9. nine\n10. ten', 20, [' 9. nine', '10. ten']],
  ['lists in lists', '- a\n  - b\n    1. c\n- d', 20, ['• a', '  • b', '    1. c', '• d']],
  ['tasks', '- [x] done\n- [ ] open', 20, ['• [x] done', '• [ ] open']],
  ['code in a list', '- a\n\n  ```\n  x\n  ```', 20, ['• a', '', '    x']],
  ['a quote', '> a b c d e f g h i j k l\n> > m', 20, ['│ a b c d e f g h i', '│ j k l', '│', '│ │ m']],
  ['code', '```\na  b\n\n    c\n```', 20, ['  a  b', '', '      c']],
  ['long code', '```\naaaaaaaaaaaaaaaaaaaaaaa\n```', 20, ['  aaaaaaaaaaaaaaaaaa', '  aaaaa']],
  ['tabs in code', '```\n\ta\n```', 20, ['      a']],
  ['a rule', 'a\n\n---\n\nb', 20, ['a', '', '────────────────────', '', 'b']],
  ['a table', '|a|bb|\n|-:|-|\n|1|x|\n|22|y|', 20, [' a │ bb', '───┼───', ' 1 │ x', '22 │ y']],
  [
    'a table that is too wide',
    '|key|text|\n|-|-|\n|k|one two three four|',
    20,
    ['key │ text', '────┼───────────────', 'k   │ one two three', '    │ four'],
  ],
  ['a table with too many columns', '|a|b|c|d|\n|-|-|-|-|\n|1|2|3|4|', 20, ['a: 1', 'b: 2', 'c: 3', 'd: 4']],
  ['control sequences', 'a\u001b[2Jb\n\n```\n\u001b]0;x\u0007y\n```', 20, ['ab', '', '  y']],
  ['too deep', `${'> '.repeat(9)}x`, 20, ['│ │ │ │ │ x']],
])('%s', (_name, text, width, lines) => {
  expect(draw(text, width)).toEqual(lines);
});

test.each<[name: string, text: string, lines: readonly string[]]>([
  ['a started fence', 'a\n\n``', ['a']],
  ['a fence without code', 'a\n\n```ts', ['a', '', '']],
  ['an open fence', '```ts\nconst a = 1;', ['  const a = 1;']],
  ['a fence that starts to close', '```ts\nconst a = 1;\n``', ['  const a = 1;']],
  ['a closed fence', '```ts\nconst a = 1;\n```', ['  const a = 1;']],
  ['a dash is not a heading yet', 'Items:\n-', ['Items:']],
  ['a list', 'Items:\n- a', ['Items:', '', '• a']],
  ['the next item', 'Items:\n- a\n-', ['Items:', '', '• a']],
  ['the next number', '1. a\n2', ['1. a']],
])('while streaming: %s', (_name, text, lines) => {
  expect(draw(text, 40, false)).toEqual(lines);
});

test.each<[text: string, finished: string]>([
  ['one', ''],
  ['one\n\n', ''],
  ['one\n\ntwo', 'one\n\n'],
  ['- a\n\n', ''],
  ['# a\nb', ''],
  ['# a\nb\n\n```\nx\n\ny', '# a\nb\n\n'],
  ['one\r\n\r\n\u001b[31mtwo\r\n\r\nthree', 'one\r\n\r\n\u001b[31mtwo\r\n\r\n'],
])('the stable part of %j', (text, finished) => {
  expect(text.slice(0, finishedPart(text))).toBe(finished);
});

test('an answer with code is coloured once the highlighter is loaded', async () => {
  const block = { kind: 'text', text: '```ts\nconst a = "<b>"; // x\n```\n**b**', done: true } as const;
  const drawing = { width: 40, colour: true, now: 0 };
  const highlight = await loadHighlighter();
  expect(viewText(block, drawing)).toEqual(['  const a = "<b>"; // x', '', '\u001b[1mb\u001b[22m']);
  expect(viewText(block, { ...drawing, highlight })).toEqual([
    '  \u001b[35mconst\u001b[39m a = \u001b[32m"<b>"\u001b[39m; \u001b[2m// x\u001b[22m',
    '',
    '\u001b[1mb\u001b[22m',
  ]);
  expect(viewText(block, { ...drawing, colour: false, highlight })).toEqual(['  const a = "<b>"; // x', '', 'b']);
});

test('an unknown language has no colours', async () => {
  const highlight = await loadHighlighter();
  expect(highlight('x', 'nonesuch')).toBeUndefined();
  expect(highlight('x'.repeat(2_000), 'ts')).toBeUndefined();
  expect(
    highlight('{"a": 1}', 'json')
      ?.map(({ text }) => text)
      .join(''),
  ).toBe('{"a": 1}');
});
