/** How long words are gathered depends on how many answers run at once. */
import { expect, test } from 'vitest';
import { Load } from '../src/http/load.ts';

test.for([
  [0, 3],
  [9, 3],
  [30, 10],
  [60, 20],
  [500, 20],
] as const)('with %i answers at once, words are gathered for %i ms', async ([answers, ms]) => {
  const load = new Load();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = Array.from({ length: answers }, () => load.run(() => promise));
  expect([load.running, load.gatherMs]).toEqual([answers, ms]);
  resolve();
  await load.settled();
  await Promise.all(running);
  expect([load.running, load.gatherMs]).toEqual([0, 3]);
});
