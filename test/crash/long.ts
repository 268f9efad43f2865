/** `npm run crash:long`: 200 kills (or as many as told), and what became of them. */
import { killAndResume } from './kill-and-resume.ts';

const wanted = Number(process.argv[2] ?? 200);
const { kills, safe, interrupted, providers, accepted, wrong } = await killAndResume(2026, wanted);
console.log(
  `${kills} kills: ${safe} results were reported before and are all there; ${interrupted} calls closed as interrupted;`,
);
console.log(
  `${accepted} requests accepted afterwards, by ${providers} models of all providers; ${wrong.length} things wrong`,
);
for (const line of wrong) console.error(line);
process.exitCode = wrong.length === 0 ? 0 : 1;
