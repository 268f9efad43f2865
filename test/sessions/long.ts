/**
 * `npm run sessions:long`: seeded walks (2,000 by default, from seed 1; both can be given as arguments), and their results. Simulators and
 * the folder are replaced now and then. At the end nothing keeps the process alive: it exits by itself.
 */
import { writeProof } from '../proofs/write-proof.ts';
import { newTally } from './tally.ts';
import { walk } from './walk.ts';
import { openWorld } from './world.ts';

const wanted = Number(process.argv[2] ?? 2_000);
const first = Number(process.argv[3] ?? 1);
/** Several walks run at once, because they wait more than they work. */
const lanes = 3;
const walksPerLife = 50;
const steps = 12;
const tally = newTally();
const from = performance.now();

process.on('unhandledRejection', (reason) => tally.wrong.push(`unhandled: ${String(reason)}`));
process.on('warning', ({ name, message }) => tally.wrong.push(`warning: ${name} ${message}`));

let next = first;
const last = first + wanted - 1;

async function life(): Promise<void> {
  const world = await openWorld(tally);
  for (let walks = 0; walks < walksPerLife && next <= last; walks += 1) {
    const seed = next;
    next += 1;
    await walk(world, seed, steps);
  }
  await world.close();
  const { wrong, ...counts } = tally;
  const seconds = Math.round((performance.now() - from) / 1_000);
  console.log(`${seconds} s: ${JSON.stringify(counts)} ${wrong.length} things wrong`);
}

async function lane(): Promise<void> {
  while (next <= last) await life();
}

await Promise.all(Array.from({ length: lanes }, lane));
for (const problem of tally.wrong.slice(0, 200)) console.error(problem);
const { wrong, ...counts } = tally;
writeProof({
  script: 'sessions:long',
  args: process.argv.slice(2),
  seed: first,
  passed: wrong.length === 0,
  counts: { ...counts, wrong: wrong.length },
});
process.exitCode = tally.wrong.length === 0 ? 0 : 1;
