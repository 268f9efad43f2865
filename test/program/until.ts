/** Polls until a condition holds. */
import { setTimeout } from 'node:timers/promises';

const pauseMs = 20;
/** Reached only by a failing test. */
const patienceMs = 600_000;

export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += pauseMs) {
    if (waited >= patienceMs) throw new Error(`Timed out waiting for: ${what}`);
    await setTimeout(pauseMs);
  }
}
