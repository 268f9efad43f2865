/** List items of any length are read in linear time: as Markdown while they are short, as plain text beyond that. */
import { expect, test } from 'vitest';
import { readMarkdown } from '../../../src/interactive/views/markdown/read-markdown.ts';

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
])('what cannot be read is shown as it is, and the rest is read: %s', (_, text, types) => {
  const tokens = readMarkdown(text) ?? [];
  expect(tokens.flatMap(({ type }) => (type === 'space' ? [] : [type]))).toEqual(types);
  // Nothing is lost of it.
  expect(
    tokens
      .map(({ raw }) => raw)
      .join('')
      .replaceAll(/\s+/gu, ''),
  ).toBe(text.replaceAll(/\s+/gu, ''));
});
