/** All details of a question are shown, once, in parts that fit a terminal. */
import { expect, test } from 'vitest';
import type { Question } from '../../src/interactive/screen.ts';
import { isUnfolded, unfold, wholeOf } from '../../src/interactive/unfold-question.ts';

const asked = (subject: string, details: string): Question => ({
  callId: 'c',
  tool: 't',
  subject,
  details,
  offers: [],
});

function piecesOf(question: Question): readonly string[] {
  const pieces: string[] = [];
  let next = unfold(question);
  while (next !== undefined) {
    pieces.push(next.text);
    expect(isUnfolded(next.question)).toBe(unfold(next.question) === undefined);
    next = unfold(next.question);
  }
  return pieces;
}

const lines = (count: number, width = 5): string =>
  Array.from({ length: count }, (_, at) => String(at).padStart(width, '.')).join('\n');

test.each([
  ['short', asked('npm test', '{"command":"npm test"}'), 1],
  ['without a subject', asked('', '{"a":1}'), 1],
  ['a subject and more', asked('a.ts', '+x'), 1],
  ['2,500 lines', asked('a.ts', lines(2_500)), 3],
  ['long lines', asked('a.ts', lines(500, 1_000)), 6],
  ['one very long line', asked('x'.repeat(250_000), ''), 3],
] as const)('%s', (_, question, count) => {
  const pieces = piecesOf(question);
  expect([pieces.length, pieces.every((piece) => piece.length <= 100_000)]).toEqual([count, true]);
  // A piece ends at a line end, or in the middle of a line that is too long.
  expect(pieces.join('').replaceAll('\n', '')).toBe(wholeOf(question).replaceAll('\n', ''));
});
