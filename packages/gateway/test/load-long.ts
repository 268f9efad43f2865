/** `npm run gateway:load:long`: 64 streams for 30 seconds (default; arguments change both), and what became of them. */
import { writeProof } from '../../../test/proofs/write-proof.ts';
import { holdLoad } from './hold-load.ts';

const seed = 2026;
const [streams, seconds] = [Number(process.argv[2] ?? 64), Number(process.argv[3] ?? 30)];
/** Megabytes that may stay: what was compiled and learnt on the way. */
const mostGrowth = 32;

// What a first run loads and compiles is no leak.
await holdLoad({ seed: 1, streams: 16, requests: 10 });
const before = megabytes();
const { wrong, ...counts } = await holdLoad({ seed, streams, requests: Infinity, forMs: seconds * 1000 });
const growth = megabytes() - before;
if (growth > mostGrowth) wrong.push(`${growth} MB of memory are left`);
console.log(`${JSON.stringify(counts)}; ${growth} MB more than before; ${wrong.length} things wrong`);
for (const line of wrong.slice(0, 20)) console.error(line);
writeProof({
  script: 'gateway:load:long',
  args: process.argv.slice(2),
  seed,
  passed: wrong.length === 0,
  counts: { streams, seconds, ...counts, growthMegabytes: growth, wrong: wrong.length },
});
process.exitCode = wrong.length === 0 ? 0 : 1;

function megabytes(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}
