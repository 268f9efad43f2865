/** The short form of `npm run gateway:load:long`. */
import { expect, test } from 'vitest';
import { holdLoad } from './hold-load.ts';

test('16 streams with faults and vanishing clients: no answer is mixed up or lost, nothing is left behind', async () => {
  const { wrong, ...counts } = await holdLoad({ seed: 915, streams: 16, requests: 6 });
  expect(wrong).toEqual([]);
  expect(counts.asked).toBe(96);
  expect(counts.answered + counts.failed + counts.vanished).toBe(96);
  expect([counts.answered > 0, counts.vanished > 0, counts.faults > 0]).toEqual([true, true, true]);
});
