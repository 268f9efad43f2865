/** The history Aider keeps in a project. */
import { join } from 'node:path';
import { readSession } from '@interlock/import';
import { expect, test } from 'vitest';
import { fixtures, sketch } from '../../samples.ts';

test('the last chat of the file; the others are branches; text only', async () => {
  const file = join(fixtures, 'aider', 'history.md');
  const { log, ...session } = await readSession(file);
  expect(sketch({ log })).toEqual([
    'human: Add a test.\nAnd run it.',
    'ai: Here is the test.\n\n```ts\ntest();\n```',
    'human: Thanks.',
  ]);
  expect(session).toEqual({
    agent: 'aider',
    id: '2026-11-15 10:00:00',
    version: '0.86.1',
    title: 'Add a test.',
    branches: [
      { id: '2026-11-14 09:00:00', title: 'What is this?', records: 1, time: Date.parse('2026-11-14 09:00:00') },
    ],
    subagents: [],
    problems: [
      {
        code: 'text-only',
        place: 'history.md',
        message: 'Aider stores only text: what it did to files is not in the history.',
      },
    ],
    leftOut: { 'notes of the program': 2 },
  });
  expect(sketch(await readSession(file, { branch: '2026-11-14 09:00:00' }))).toEqual([
    'human: What is this?',
    'ai: A parser.',
  ]);
});
