/** Stories in every agent's form: all of them comes over, whatever happened to the file. */
import { type ImportedSession, readSession } from '@interlock/import';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../test/property/runs.ts';
import { distinctContents, expectImported, marksIn } from './stories/expect-imported.ts';
import { spoiled } from './stories/spoiled.ts';
import { diceOf, storyOf } from './stories/story.ts';
import { bytesOf } from './stories/writer.ts';
import { writers } from './stories/writers.ts';

const seed = fc.nat();

describe.each(writers)('$agent', (writer) => {
  const { agent, can, form } = writer;
  const bytesFor = (at: number): Buffer => bytesOf(writer.write(storyOf(at, can)), form);
  const read = (bytes: Buffer): Promise<ImportedSession> => readSession({ bytes: [bytes] }, { agent });

  test(
    'every text once, every result at its call, open calls closed',
    async () => {
      await holdsAsync(seed, 60, async (at) => {
        const session = await read(bytesFor(at));
        expect(session.problems).toEqual([]);
        expectImported(session, storyOf(at, can), { originals: writer.keepsOriginals });
      });
    },
    patience,
  );

  test(
    'is deterministic, and the bytes identify the agent',
    async () => {
      await holdsAsync(seed, 15, async (at) => {
        const bytes = bytesFor(at);
        expect(await readSession({ bytes: [bytes] })).toEqual(await read(bytes));
      });
    },
    patience,
  );

  test(
    'a cut loses only what follows it',
    async () => {
      const plain = { ...can, rewinds: false, compacts: 'never' } as const;
      await holdsAsync(fc.tuple(seed, fc.nat()), 25, async ([at, cut]) => {
        const bytes = bytesOf(writer.write(storyOf(at, plain)), form);
        const short = bytes.subarray(0, cut % (bytes.length + 1));
        const marks = new Set(marksOf(await read(short)));
        const whole = short.toString('utf8').slice(0, short.toString('utf8').lastIndexOf('\n') + 1);
        if (form === 'lines')
          expect([...new Set(whole.match(/\[\[[a-z]+ \d+\]\]/g) ?? [])].filter((mark) => !marks.has(mark))).toEqual([]);
      });
    },
    patience,
  );

  test(
    'no file content makes it throw',
    async () => {
      await holdsAsync(fc.tuple(seed, fc.nat()), 25, async ([at, noise]) => {
        const session = await read(spoiled(bytesFor(at), noise));
        expect(session.agent).toBe(agent);
        expect(session.log.length).toBeGreaterThanOrEqual(0);
      });
    },
    patience,
  );

  if (writer.repeats) {
    test(
      'repeated lines change nothing',
      async () => {
        await holdsAsync(fc.tuple(seed, fc.nat()), 20, async ([at, noise]) => {
          const records = writer.write(storyOf(at, can));
          const dice = diceOf(noise);
          const again = records.flatMap((record) => (dice.chance(0.2) ? [record, record] : [record]));
          const session = await read(bytesOf(again, form));
          expect(marksOf(session)).toEqual(marksOf(await read(bytesOf(records, form))));
        });
      },
      patience,
    );
  }
});

function marksOf(session: ImportedSession): readonly string[] {
  return marksIn(distinctContents(session).flatMap(({ blocks }) => blocks));
}
