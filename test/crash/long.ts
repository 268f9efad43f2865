/** `npm run crash:long`: 200 kills (default; the first argument changes it), and their results. */
import { writeProof } from '../proofs/write-proof.ts';
import { killAndResume } from './kill-and-resume.ts';

const seed = 2026;
const wanted = Number(process.argv[2] ?? 200);
const { kills, safe, interrupted, providers, accepted, wrong } = await killAndResume(seed, {
  kills: wanted,
  perSession: 10,
  nth: 1,
});
console.log(`${kills} kills: ${safe} reported results, none lost; ${interrupted} calls closed as interrupted;`);
console.log(
  `${accepted} requests accepted afterwards, by ${providers} models of all providers; ${wrong.length} problems`,
);
for (const line of wrong) console.error(line);
writeProof({
  script: 'crash:long',
  args: process.argv.slice(2),
  seed,
  passed: wrong.length === 0,
  counts: { kills, safe, interrupted, providers, accepted, wrong: wrong.length },
});
process.exitCode = wrong.length === 0 ? 0 : 1;
