import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { holdsText, placesOf } from '../../../src/tools/edit/find-text.ts';

/** A naive search that tries every position. */
function everyPlace(text: string, part: string, overlapping: boolean): number[] {
  const places: number[] = [];
  for (let at = 0; at + part.length <= text.length; at += 1) {
    if (!text.startsWith(part, at)) continue;
    places.push(at);
    if (!overlapping) at += part.length - 1;
  }
  return places;
}

/** Repetitive texts of two letters, with near matches everywhere. */
const pieces = fc.array(fc.constantFrom('a', 'b', 'ab', 'aab', 'abab'), { minLength: 1, maxLength: 6 });
const parts = fc.tuple(pieces, fc.integer({ min: 1, max: 120 })).map(([some, times]) => some.join('').repeat(times));

test('finds the same places as a naive search', { timeout: patience }, () => {
  holds(fc.tuple(parts, fc.array(parts, { maxLength: 4 }), fc.boolean()), 200, ([part, around, overlapping]) => {
    const text = around.join(part);
    expect([...placesOf(text, part, overlapping)]).toEqual(everyPlace(text, part, overlapping));
    expect(holdsText(text, part)).toBe(everyPlace(text, part, true).length > 0);
  });
});

test('finds a long text with many near matches without comparing everywhere', () => {
  const half = 'a'.repeat(500_000);
  // About 10^12 comparisons if each position were tried.
  expect(holdsText('a'.repeat(8_000_000), `${half}b${half}`)).toBe(false);
  expect([...placesOf(`${half}${half}b${half}`, `${half}b${half}`)]).toEqual([500_000]);
});
