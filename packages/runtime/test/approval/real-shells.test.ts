/**
 * The oracle is the shell itself: generated lines are run where the only programs record how they were started. What was started, and the
 * files that were made, must have been found in the line; otherwise the line must require a question. The shells of this machine
 * play the lines; what all eight did is in `fixtures/shells`. The long form is part of `npm run attack:long`.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnderstated, sayAbout } from '../../../../test/attack/shells/find-understated.ts';
import { fuzzShells } from '../../../../test/attack/shells/fuzz-shells.ts';
import { findShells, shellNames } from '../../../../test/attack/shells/known-shells.ts';
import { everyPair, generatedLines } from '../../../../test/attack/shells/line-maker.ts';
import { openStage, type Played, type Stage } from '../../../../test/attack/shells/play-lines.ts';
import { patience, share, times } from '../../../../test/property/runs.ts';

test(
  'REQ-915-030 finds everything that the shells of this machine run in generated lines',
  async () => {
    const tally = await fuzzShells([...share([...everyPair()], 40), ...generatedLines(915, 350 * times)], findShells);
    expect(tally.wrong).toEqual([]);
    // `sh` is always there.
    expect({ read: tally.read > 80, unasked: tally.unasked > 5, starts: tally.starts > 100 }).toEqual({
      read: true,
      unasked: true,
      starts: true,
    });
  },
  patience,
);

interface Verdict {
  readonly line: string;
  /** What each group of shells did. */
  readonly did: readonly ({ readonly shells: readonly string[] } & Played)[];
}

const verdicts: readonly Verdict[] = JSON.parse(
  readFileSync(new URL('../../../../fixtures/shells/verdicts.json', import.meta.url), 'utf8'),
);
let stage: Stage;
beforeAll(() => {
  stage = openStage();
});
afterAll(() => stage.close());

test('REQ-915-030 says no less about a line than what eight shells were seen to do', () => {
  const said = verdicts.map(({ line, did }) => ({ line, did, said: sayAbout(line, stage) }));
  const wrong = said.flatMap(({ line, did, said }) =>
    said === undefined
      ? []
      : did.flatMap(({ shells, ...played }) =>
          findUnderstated(said, said.redirects ? { ...played, made: [] } : played, stage.workspace).map(
            (one) => `${shells.join(', ')}: ${JSON.stringify(line)}: ${one}`,
          ),
        ),
  );
  expect(wrong).toEqual([]);
  expect([...new Set(verdicts.flatMap(({ did }) => did.flatMap(({ shells }) => shells)))].sort()).toEqual(
    [...shellNames].sort(),
  );
  // Lines that shells read differently are asked about; most others are not.
  const differing = said.filter(({ did }) => did.length > 1);
  const alike = said.filter(({ did }) => did.length === 1 && did.every(({ starts }) => starts.length > 0));
  expect(differing.length).toBeGreaterThan(100);
  expect(alike.filter(({ said }) => said !== undefined).length).toBeGreaterThan(alike.length * 0.5);
});
