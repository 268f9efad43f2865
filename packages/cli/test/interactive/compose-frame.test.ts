import { expect, test } from 'vitest';
import { composeFrame, type FrameParts } from '../../src/interactive/compose-frame.ts';

const lines = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at + 1}`);
const parts: FrameParts = {
  body: lines('b', 3),
  question: [],
  waiting: [],
  prompt: ['> x'],
  cursor: { row: 0, column: 3 },
  below: [],
  status: ['s'],
};

test.each<[string, Partial<FrameParts>, number, readonly string[], number]>([
  ['everything', {}, 24, ['b1', 'b2', 'b3', '', '> x', 's'], 4],
  ['the end of a long body', { body: lines('b', 30) }, 7, ['b28', 'b29', 'b30', '', '> x', 's'], 4],
  [
    'a question and queued messages',
    { question: lines('q', 2), waiting: ['w'] },
    24,
    ['b1', 'b2', 'b3', '', 'q1', 'q2', 'w', '> x', 's'],
    7,
  ],
  [
    'the beginning and the end of a long question',
    { question: lines('q', 9), body: [] },
    9,
    ['q1', 'q2', 'q3', '    …', 'q8', 'q9', '> x', 's'],
    6,
  ],
  [
    'a long prompt around its cursor',
    { prompt: lines('p', 9), cursor: { row: 8, column: 0 }, body: [] },
    12,
    ['', 'p6', 'p7', 'p8', 'p9', 's'],
    4,
  ],
  ['suggestions below', { below: lines('c', 2), body: [] }, 24, ['', '> x', 'c1', 'c2', 's'], 1],
  [
    'the prompt, whatever else does not fit',
    { question: lines('q', 9), below: lines('c', 9) },
    4,
    ['> x', 'c1', 's'],
    0,
  ],
])('%s', (_, more, rows, expected, row) => {
  const frame = composeFrame({ ...parts, ...more }, { columns: 40, rows });
  expect([frame.lines, frame.cursor.row]).toEqual([expected, row]);
});
