/** Whole sessions played at random, seeded. The long form is `npm run sessions:long`. */
import { expect, test } from 'vitest';
import { newTally } from './sessions/tally.ts';
import { walk } from './sessions/walk.ts';
import { openWorld } from './sessions/world.ts';

const walks = 30;
const steps = 10;

test('faults, cancels, steering, switches, compactions, forks, crashes, failing stores: nothing refused, nothing lost', async () => {
  const tally = newTally();
  const world = await openWorld(tally);
  try {
    for (let seed = 1; seed <= walks; seed += 1) await walk(world, seed, steps);
  } finally {
    await world.close();
  }
  const { wrong, ...counts } = tally;
  expect(wrong).toEqual([]);
  // Every kind of thing did happen.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  expect(counts.walks).toBe(walks);
}, 120_000);
