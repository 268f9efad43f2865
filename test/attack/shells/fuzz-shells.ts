/** Generated lines, played in every shell that is there: the reader must never say less than what happened. */
import { findUnderstated, type Said, sayAbout } from './find-understated.ts';
import type { KnownShell } from './known-shells.ts';
import { openStage, type Stage } from './play-lines.ts';

export interface FuzzTally {
  /** Lines generated, and how many of them the reader read. */
  readonly lines: number;
  readonly read: number;
  /** Lines that would have run without a question or rule. */
  readonly unasked: number;
  /** Programs started, in all shells. */
  readonly starts: number;
  /** Each as shell, line and what was not said. */
  readonly wrong: readonly string[];
}

interface Judged {
  readonly line: string;
  readonly said: Said;
}

/** A shell, and where it plays: several play at a time. */
interface Player {
  readonly shell: KnownShell;
  readonly stage: Stage;
}

const batch = 400;

export async function fuzzShells(
  lines: Iterable<string>,
  find: (folder: string) => readonly KnownShell[],
  progress: (done: number, wrong: readonly string[]) => void = () => {},
): Promise<FuzzTally> {
  const stage = openStage();
  const players = find(stage.folder).map((shell) => ({ shell, stage: openStage() }));
  try {
    const tally = { lines: 0, read: 0, unasked: 0, starts: 0, wrong: [] as string[] };
    const seen = new Set<string>();
    const judged: Judged[] = [];
    const playBatch = async (): Promise<void> => {
      for (const started of await Promise.all(players.map((player) => playAll(player, judged, tally.wrong))))
        tally.starts += started;
      judged.length = 0;
      progress(tally.lines, tally.wrong);
    };
    for (const line of lines) {
      tally.lines += 1;
      const said = seen.has(line) ? undefined : sayAbout(line, stage);
      if (line.length < 40) seen.add(line);
      if (said === undefined) continue;
      tally.read += 1;
      if (said.unasked) tally.unasked += 1;
      judged.push({ line, said });
      if (judged.length === batch) await playBatch();
    }
    await playBatch();
    return tally;
  } finally {
    for (const { stage } of players) stage.close();
    stage.close();
  }
}

/** Returns the number of starts. */
async function playAll({ shell, stage }: Player, all: readonly Judged[], wrong: string[]): Promise<number> {
  let starts = 0;
  // What writes is played apart from what must not.
  for (const writes of [false, true]) {
    const group = all.filter(({ said }) => said.redirects === writes);
    const played = await stage.play(
      shell,
      group.map(({ line }) => line),
      'together',
    );
    const mixed = !writes && played.some(({ made }) => made.length > 0);
    const alone = mixed
      ? await stage.play(
          shell,
          group.map(({ line }) => line),
          'alone',
        )
      : played;
    for (const [at, { line, said }] of group.entries()) {
      const did = alone[at];
      if (did === undefined) continue;
      starts += did.starts.length;
      const found = findUnderstated(said, writes ? { ...did, made: [] } : did, stage.workspace);
      for (const one of found) wrong.push(`${shell.name}: ${JSON.stringify(line)}: ${one}`);
    }
  }
  return starts;
}
