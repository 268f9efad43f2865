/** Calls with truncated arguments. */
import { expect, test } from 'vitest';
import { damageAnswer } from '../../src/faults/damage-response.ts';
import type { Answer } from '../../src/index.ts';

const answer: Answer = {
  parts: [{ say: 'well' }, { call: 'read', args: { path: 'a' } }, { call: 'now', args: {} }],
  stop: 'calls',
};

test('arguments are cut off, with the stop reason for length', () => {
  expect(damageAnswer(answer, { do: 'truncate-arguments' })).toEqual({
    parts: [
      { say: 'well' },
      { call: 'read', args: { path: 'a' }, rawArgs: '{"path' },
      { call: 'now', args: {}, rawArgs: '{' },
    ],
    stop: 'length',
  });
});

test.each([
  [0, '', ''],
  [9, '{"path":"', '{'],
  [99, '{"path":"a"', '{'],
])('after %i characters, but never complete', (length, read, now) => {
  const damaged = damageAnswer(answer, { do: 'all', faults: [{ do: 'truncate-arguments', length }] });
  expect(damaged.parts.flatMap((part) => ('call' in part ? [part.rawArgs] : []))).toEqual([read, now]);
});

test('other faults, and answers without calls, stay unchanged', () => {
  const said: Answer = { parts: [{ say: 'well' }], stop: 'end' };
  expect(damageAnswer(said, { do: 'truncate-arguments' })).toBe(said);
  expect(damageAnswer(answer, { do: 'end-twice' })).toBe(answer);
});
