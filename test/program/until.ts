/** Polls until a condition holds. */
import { setTimeout } from 'node:timers/promises';

const pauseMs = 20;
/** Reached only by a failing test, which then says what it waited for: the limit of a test alone would not. */
export const patienceMs = 240_000;

export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await isSo())) {
    if (performance.now() - start >= patienceMs) throw new Error(`Timed out waiting for: ${what}`);
    await setTimeout(pauseMs);
  }
}
