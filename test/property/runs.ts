/**
 * How properties are run: always from the same seed, so that a failure is reproducible; `runs` times INTERLOCK_RUNS in the long form, and
 * half of `runs` in `npm test`.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

/** Different for every test, so that they do not all try the same histories. */
const seedOf = (title: string): number =>
  [...title].reduce((seed, letter) => (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0, 915);

/** Multiplies the length of a run: 1 in `npm test`. */
export const times: number = Math.max(1, Number(process.env['INTERLOCK_RUNS'] ?? 1) || 1);

/** Milliseconds a property may take: as long as any test, multiplied in the long form. */
export const patience: number = 300_000 * times;

/** For a table that is covered completely elsewhere: every `nth` item, starting with `first`; all of them in the long form. */
export function share<T>(items: readonly T[], nth: number, first = 0): readonly T[] {
  return times === 1 ? items.filter((_, index) => index % nth === first % nth) : items;
}

/** `all`: for a test that counts what it has met, and so needs all of its runs in `npm test` too. */
export function holds<T>(
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  check: (value: T) => void,
  how: 'half' | 'all' = 'half',
): void {
  fc.assert(fc.property(arbitrary, check), options(runs, how));
}

/** The same for an asynchronous check. */
export async function holdsAsync<T>(
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  check: (value: T) => Promise<void>,
  how: 'half' | 'all' = 'half',
): Promise<void> {
  await fc.assert(fc.asyncProperty(arbitrary, check), options(runs, how));
}

/** Always the same for the test that is running. */
function options(
  runs: number,
  how: 'half' | 'all',
): {
  readonly seed: number;
  readonly numRuns: number;
  readonly includeErrorInReport: true;
} {
  const numRuns = times === 1 && how === 'half' ? Math.ceil(runs / 2) : runs * times;
  const title = expect.getState().currentTestName ?? '';
  if (times !== 1) console.log(`${numRuns} runs: ${title}`);
  return { seed: seedOf(title), numRuns, includeErrorInReport: true };
}
