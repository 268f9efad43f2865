import { expect, test } from 'vitest';
import { momentText } from '../../src/route/step-texts.ts';

const noon = Date.UTC(2026, 8, 1, 12);

test.each([
  [noon + 30_000, '12:00:30 UTC'],
  [noon + 86_400_000, '2026-09-02 12:00:00 UTC'],
  [Number.POSITIVE_INFINITY, '+275760-09-13 00:00:00 UTC'],
  [-1, '1970-01-01 00:00:00 UTC'],
])('%d is %s', (moment, text) => {
  expect(momentText(moment, noon)).toBe(text);
});
