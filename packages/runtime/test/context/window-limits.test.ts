/** The limits at their edge cases. */
import { expect, test } from 'vitest';
import { needsCompaction, resultCap, summaryLimit, tokensToKeep } from '../../src/context/window-limits.ts';

test.each([
  [{ window: 200_000 }, 180_000],
  [{ window: 1_000_000, maxOutput: 64_000 }, 980_000],
  [{ window: 40_000 }, 30_000],
  [{ window: 128_000, maxOutput: 4_000 }, 115_200],
  [{ window: 8_000, maxOutput: 4_000 }, 6_000],
  [{ window: 200_000, threshold: 0.5 }, 100_000],
])('%j is full above %i', (use, limit) => {
  expect([limit, limit + 1].map((tokens) => needsCompaction({ tokens, ...use }))).toEqual([false, true]);
});

test.each([
  [200_000, { keep: 20_000, summary: 4_000, result: 64_000 }],
  [80_000, { keep: 20_000, summary: 4_000, result: 64_000 }],
  [32_000, { keep: 8_000, summary: 1_600, result: 38_400 }],
  [8_192, { keep: 2_048, summary: 409, result: 9_830 }],
])('a window of %i', (window, { keep, summary, result }) => {
  expect([tokensToKeep(window), summaryLimit(window), resultCap(window)]).toEqual([keep, summary, result]);
});
