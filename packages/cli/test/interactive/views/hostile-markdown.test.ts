/** Hostile text is read in linear time: as Markdown if that is fast, otherwise as plain text. */
import { expect, test } from 'vitest';
import { readMarkdown } from '../../../src/interactive/views/markdown/read-markdown.ts';
import { viewText } from '../../../src/interactive/views/view-text.ts';

test.for<readonly [title: string, text: string, isRead: boolean]>([
  ['an item of 400 lines', `- ${'word\n'.repeat(400)}`, true],
  ['1,000 items', '- word\n'.repeat(1_000), true],
  ['a short item, then 1,000 lines of prose', `- a\n\n${'word\n'.repeat(1_000)}`, true],
  ['an item of 80 KB', `- ${'word\n'.repeat(16_000)}`, false],
  ['an indented item of 80 KB', `1. a\n${'   word\n'.repeat(10_000)}`, false],
  ['an item of 80 KB in a quotation', `> - a\n${'>   word\n'.repeat(9_000)}`, false],
  ['an item of 800 KB', `- ${'word\n'.repeat(160_000)}`, false],
])('%s', ([, text, isRead]) => {
  expect(readMarkdown(text) !== undefined).toBe(isRead);
});

const item = `- ${'word\n'.repeat(1_000)}`;
const signs = '*['.repeat(5_000);
test.each([
  ['between two paragraphs', `a **b**\n\n${item}\nc **d**\n\n- e`, ['paragraph', 'html', 'paragraph', 'list']],
  ['after a list', `- a\n- b\n\nc\n\n${item}`, ['list', 'paragraph', 'html']],
  ['a paragraph of signs', `# a\n\n${signs}\n\nb`, ['heading', 'html', 'paragraph']],
  ['a fence with blank lines stays whole', `\`\`\`\na\n\nb\n\`\`\`\n\n${signs}`, ['code', 'html']],
])('shows unreadable text unchanged and reads the rest: %s', (_, text, types) => {
  const tokens = readMarkdown(text) ?? [];
  expect(tokens.flatMap(({ type }) => (type === 'space' ? [] : [type]))).toEqual(types);
  // No text is lost.
  expect(
    tokens
      .map(({ raw }) => raw)
      .join('')
      .replaceAll(/\s+/gu, ''),
  ).toBe(text.replaceAll(/\s+/gu, ''));
});

const word = 'a+a.'.repeat(20_000);
const times = (piece: string, count: number): string => piece.repeat(count);
test.for<readonly [title: string, text: string, isRead: boolean]>([
  ['a URL of 80 KB', `${word}@`, false],
  ['a URL in text', `see ${word}@ there`, false],
  ['a link that ends in 80 KB of references', `http://a${times('&a;', 27_000)}`, false],
  ['a link of 1,500 characters', `https://example.com/${times('abc=%20&', 185)}`, true],
  ['80 KB of non-Latin text without a space', times('\u6f22', 80_000), true],
  ['a line of code of 80 KB', `\`\`\`js\n${word}@\n\`\`\`\n`, true],
  ['40,000 nested lists in one line', times('- ', 40_000), false],
  ['ordered lists in one line', times('1. ', 27_000), false],
  ['80,000 nested quotations in one line', times('>', 80_000), false],
  ['lists in quotations in one line', times('> - ', 20_000), false],
  ['ten of them', `${times('> - ', 10)}a`, true],
  ['300 lists by indentation', Array.from({ length: 300 }, (_, at) => `${times('  ', at)}- a`).join('\n'), false],
  ['20 lists by indentation', Array.from({ length: 20 }, (_, at) => `${times('  ', at)}- a`).join('\n'), true],
  ['100,000 brackets', times('[', 100_000), false],
  ['4,500 nested links', `${times('[', 4_500)}a${times('](b)', 4_500)}`, false],
  ['100,000 emphasis characters', times('*', 100_000), false],
  ['emphasis that never ends', times('*_a ', 25_000), false],
  ['13,000 rows of a table', `|a|b|\n|-|-|\n${times('|x|y|\n', 13_000)}`, true],
  ['1,000 columns', `${times('|a', 1_000)}|\n${times('|-', 1_000)}|\n${times('|b', 1_000)}|`, false],
  ['900 columns', `${times('|a', 900)}|\n${times('|-', 900)}|\n${times('|b', 900)}|`, true],
  ['20 KB of spaces in a tag', `<a ${times(' ', 20_000)}href=x>b</a>`, true],
  ['5,000 open tags', times('<a ', 5_000), false],
  ['80 KB of spaces', `a${times(' ', 80_000)}b`, true],
])('%s', ([, text, isRead]) => {
  expect(readMarkdown(text) !== undefined).toBe(isRead);
  // And it is drawn.
  const lines = viewText({ kind: 'text', text, done: true }, { width: 80, colour: false, now: 0 });
  expect(lines.length).toBeGreaterThan(0);
});
