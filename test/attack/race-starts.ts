/**
 * The races against the start of the sandbox, with every mechanism of this machine, as this user and, if that is root, as `nobody`.
 * Started by itself, with the number of rounds, it prints what happened as JSON.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, rmSync } from 'node:fs';
import process from 'node:process';
import { confiningKinds } from '../../packages/runtime/test/process/confinement/machine.ts';
import { raceAttacks, runRace } from '../../packages/runtime/test/process/confinement/race-attacks.ts';
import { chosenEnvironment } from '../program/chosen-environment.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';

export interface RacedStarts {
  readonly user: 'root' | 'ordinary';
  readonly by: string;
  readonly attack: string;
  readonly started: number;
  readonly refused: number;
  readonly wrong: readonly string[];
}

const nobody = { uid: 65_534, gid: 65_534 };

/** Two starts in each round. */
export async function raceStarts(rounds: number): Promise<readonly RacedStarts[]> {
  const user = process.getuid?.() === 0 ? 'root' : 'ordinary';
  const raced: RacedStarts[] = [];
  for (const by of await confiningKinds())
    for (const attack of raceAttacks) {
      const tally = await runRace(attack, by, rounds);
      console.error(
        `${user}, ${by}: ${attack.name}: ${tally.started} started, ${tally.refused} refused, ${tally.wrong.length} wrong`,
      );
      raced.push({ user, by, attack: attack.name, ...tally });
    }
  return user === 'root' ? [...raced, ...raceAsNobody(rounds)] : raced;
}

function raceAsNobody(rounds: number): readonly RacedStarts[] {
  const home = temporaryFolder('races', '/opt');
  chownSync(home, nobody.uid, nobody.gid);
  try {
    const said = execFileSync(
      process.execPath,
      ['--conditions=@interlock/source', import.meta.filename, String(rounds)],
      {
        ...nobody,
        env: chosenEnvironment({ INTERLOCK_FENCES: home }),
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
      },
    );
    return JSON.parse(said.slice(said.lastIndexOf('\n[') + 1));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename)
  console.log(`\n${JSON.stringify(await raceStarts(Number(process.argv[2])))}`);
