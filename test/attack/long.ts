/**
 * `npm run attack:long`: checks command lines against rules (first argument: how many random variations of each; default 30), and which
 * forms a real bash runs; hostile repositories; then races against the start of the sandbox (second argument: how many rounds of each; default 1,000).
 */
import { writeProof } from '../proofs/write-proof.ts';
import { spellings, wrappers } from './denied-forms.ts';
import { raceStarts } from './race-starts.ts';
import { findRunning } from './really-runs.ts';
import { runAttacks } from './run-attacks.ts';
import { tryRepositories } from './try-repositories.ts';

const seed = 915;
const { starred, denied, meant, wrong } = runAttacks(seed, Number(process.argv[2] ?? 30));
const running = findRunning();
const forms = spellings.length + wrappers.length;
console.log(
  `${starred} lines that a rule with a star must not allow, ${denied} that a deny must catch, ${meant} that must be allowed;`,
);
console.log(
  `${running.length} of ${forms} forms really ran their command on this machine; ${wrong.length} wrong verdicts`,
);
for (const line of wrong) console.error(line);
const repositories = tryRepositories();
const rounds = Number(process.argv[3] ?? 1_000);
const races = await raceStarts(rounds);
const lost = races.flatMap((race) => race.wrong);
for (const line of lost) console.error(line);
const started = races.reduce((sum, race) => sum + race.started, 0);
const refused = races.reduce((sum, race) => sum + race.refused, 0);
writeProof({
  script: 'attack:long',
  args: process.argv.slice(2),
  seed,
  passed: wrong.length + lost.length + repositories.failed === 0,
  counts: {
    starred,
    denied,
    meant,
    forms,
    reallyRan: running.length,
    wrong: wrong.length,
    repositories,
    races: { rounds, attacks: races.length, started, refused, lost: lost.length },
  },
});
process.exitCode = wrong.length + lost.length + repositories.failed === 0 ? 0 : 1;
