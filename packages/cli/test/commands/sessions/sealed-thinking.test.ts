/** Thinking that consists only of a seal has no text: neither format shows an empty block for it. */
import type { Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { markdownText } from '../../../src/sessions/markdown-text.ts';
import type { ReadSession } from '../../../src/sessions/read-session.ts';
import { transcriptText } from '../../../src/sessions/transcript-text.ts';

const contents: readonly Content[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'hello' }] },
  { speaker: 'ai', blocks: [{ type: 'thinking', thought: '' }] },
  {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: ' \n' },
      { type: 'thinking', thought: 'A greeting.' },
      { type: 'text', text: 'Hello.' },
    ],
  },
];

test('as text', () => {
  const text = transcriptText(contents, { paint: (_, each) => each, full: true });
  expect(text).toBe('You\nhello\n\nModel\n  ~ A greeting.\nHello.');
});

test('as Markdown', () => {
  const session: ReadSession = {
    header: { version: 1, id: 'one', workspace: '/a `folder', createdAt: 0, spawnDepth: 0 },
    contents,
    turns: 1,
    usage: { input: 0, output: 0 },
    requests: [],
    queued: [],
    updatedAt: 0,
    system: '',
    warnings: [],
  };
  const [, head, ...rest] = markdownText(session, 'hello').split('\n\n');
  expect(head).toMatch(/^Session `one`, started .* in ``\/a `folder``\.$/);
  expect(rest.join('\n\n')).toBe(
    '## You\n\nhello\n\n## Model\n\n<details><summary>Thinking</summary>\n\n```\nA greeting.\n```\n\n</details>\n\nHello.\n',
  );
});
