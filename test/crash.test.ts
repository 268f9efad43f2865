/** A process that is killed in the middle of its work loses nothing that was finished. The long form is `npm run crash:long`. */
import { expect, test } from 'vitest';
import { killAndResume } from './crash/kill-and-resume.ts';

test('killed at three random moments: nothing finished is lost, nothing is run twice, every provider accepts what comes next', async () => {
  const tally = await killAndResume(915, { kills: 3, perSession: 3, nth: 3 });
  expect(tally.wrong).toEqual([]);
  expect(tally.kills).toBe(3);
  expect(tally.providers).toBeGreaterThan(20);
  // Every provider is asked after one of the kills.
  expect([tally.asked, tally.accepted]).toEqual([tally.providers, tally.providers]);
  expect(tally.safe).toBeGreaterThan(0);
});
