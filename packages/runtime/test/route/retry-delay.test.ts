import { expect, test } from 'vitest';
import { retryDelay } from '../../src/route/retry-delay.ts';

/** Retry, hint, chance, delay. */
const rows: readonly (readonly [number, number | undefined, number, number])[] = [
  [1, undefined, 0.5, 1_000],
  [2, undefined, 0.5, 2_000],
  [3, undefined, 0.5, 4_000],
  [5, undefined, 0.5, 16_000],
  [6, undefined, 0.5, 30_000],
  [1_000, undefined, 0.5, 30_000],
  [1, undefined, 0, 500],
  [1, undefined, 0.999, 1_499],
  [6, undefined, 0, 15_000],
  [1, 174, 0.5, 1_000],
  [1, 1_898, 0.5, 1_898],
  [6, 345_600_000, 0.5, 345_600_000],
];

test.each(rows)('retry %i with a hint of %s and chance %d waits %i ms', (retry, hint, chance, delay) => {
  expect(retryDelay(retry, hint, () => chance)).toBe(delay);
});
