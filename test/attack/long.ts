/**
 * `npm run attack:long -- [variations] [lines] [calls] [rounds]`: checks command lines against rules (default: 30 random variations of each)
 * and which forms a real bash runs; plays generated lines (default: 1,000,000) in every shell that may be `/bin/sh`; traces what the programs
 * that run unasked open (default: 30,000 calls); tries hostile repositories; and races against the start of the sandbox (default: 1,000 rounds of each). Installs shells
 * and programs with `apt-get`.
 */
import { existsSync } from 'node:fs';
import { writeProof } from '../proofs/write-proof.ts';
import { spellings, wrappers } from './denied-forms.ts';
import { installShells } from './install-shells.ts';
import { fuzzPrograms } from './programs/fuzz-programs.ts';
import { raceStarts } from './race-starts.ts';
import { findRunning } from './really-runs.ts';
import { runAttacks } from './run-attacks.ts';
import { fuzzShells } from './shells/fuzz-shells.ts';
import { findShells, shellNames } from './shells/known-shells.ts';
import { everyPair, generatedLines } from './shells/line-maker.ts';
import { tryRepositories } from './try-repositories.ts';

const seed = 915;
const [variations = 30, lines = 1_000_000, calls = 30_000, rounds = 1_000] = process.argv.slice(2).map(Number);

const missing = installShells();
if (missing.length > 0) console.log(`Not installed, and so not tried: ${missing.join(', ')}`);

const { starred, denied, meant, wrong } = runAttacks(seed, variations);
const running = findRunning();
const forms = spellings.length + wrappers.length;
console.log(
  `${starred} lines that a rule with a star must not allow, ${denied} that a deny must catch, ${meant} that must be allowed;`,
);
console.log(
  `${running.length} of ${forms} forms really ran their command on this machine; ${wrong.length} wrong verdicts`,
);

const canTrace = existsSync('/usr/bin/strace');
const programs = fuzzPrograms(seed, canTrace ? calls : 0);
console.log(
  `${programs.played} of ${programs.lines} generated calls run unasked; they opened ${programs.opened} files; ${programs.wrong.length} that were not said`,
);

const begun = Date.now();
let shown = 0;
const shells: string[] = [];
const played = await fuzzShells(
  (function* () {
    yield* everyPair();
    yield* generatedLines(seed, lines);
  })(),
  (folder) => {
    const found = findShells(folder);
    shells.push(...found.map(({ name }) => name));
    return found;
  },
  (done, understated) => {
    if (done - shown < 20_000) return;
    shown = done;
    const rate = Math.round(done / ((Date.now() - begun) / 1_000));
    console.log(`${done} lines, ${rate} a second, ${understated.length} wrong`);
  },
);
const seconds = Math.round((Date.now() - begun) / 1_000);
console.log(
  `${played.lines} lines generated, ${played.read} read and played in ${shells.length} shells; ${played.starts} programs started; ${played.wrong.length} things happened that were not said`,
);

const repositories = tryRepositories();
const races = await raceStarts(rounds);
const lost = races.flatMap((race) => race.wrong);
const started = races.reduce((sum, race) => sum + race.started, 0);
const refused = races.reduce((sum, race) => sum + race.refused, 0);

const all = [...wrong, ...programs.wrong, ...played.wrong, ...lost];
for (const line of all.slice(0, 200)) console.error(line);
writeProof({
  script: 'attack:long',
  args: process.argv.slice(2),
  seed,
  passed: all.length + repositories.failed === 0 && canTrace && shells.length === shellNames.length,
  counts: {
    ...{ starred, denied, meant, forms, reallyRan: running.length, wrong: wrong.length },
    programs: { ...programs, wrong: programs.wrong.length },
    shells: { ...played, seconds, wrong: played.wrong.length, shells },
    repositories,
    races: { rounds, attacks: races.length, started, refused, lost: lost.length },
    missing,
  },
});
process.exitCode = all.length + repositories.failed === 0 ? 0 : 1;
