/** Imported, exported and read again it is the same conversation: from every agent to every agent that sessions are written for. */
import { join } from 'node:path';
import {
  currentContents,
  type ImportedSession,
  mapTools,
  readers,
  readSession,
  toolTables,
  writers,
} from '@interlock/import';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsAsync, patience, share } from '../../../test/property/runs.ts';
import { fixtures, samplesOf } from './samples.ts';
import { agentFormats, readAgain, survivingParts, writtenText } from './stories/agent-formats.ts';
import { storyOf } from './stories/story.ts';
import { bytesOf } from './stories/writer.ts';
import { writers as storyWriters } from './stories/writers.ts';

/** Compacted, and the summary is first. */
function isSummarised({ log }: ImportedSession): boolean {
  const last = log.findLast(({ kind }) => kind === 'compaction');
  return last?.kind === 'compaction' && last.contents[0]?.speaker === 'human';
}

async function expectSame(session: ImportedSession, agent: string): Promise<void> {
  const writer = writers.find(({ name }) => name === agent);
  const form = agentFormats[agent];
  if (writer === undefined || form === undefined) throw new Error(`${agent} is not described in agentFormats.`);
  const contents = currentContents(session);
  const text = writtenText(writer, contents, isSummarised(session));
  const again = await readAgain(agent, text);
  expect(again.problems).toEqual([]);
  expect(again.agent).toBe(agent);
  // A tool of a third agent may have the very name and arguments of one of this agent's.
  const said = currentContents(mapTools(session, toolTables[agent]));
  expect(survivingParts(currentContents(again), form)).toEqual(survivingParts(said, form));
  expect([again.title, again.folder]).toEqual(['A title', '/home/user/x']);
}

const samples = readers.flatMap(({ name }) => samplesOf(name));

describe.each(writers.map(({ name }, place) => ({ name, place })))('to $name', ({ name: target, place }) => {
  test.each(storyWriters)(
    'stories of $agent',
    async ({ agent, can, form, write }) => {
      await holdsAsync(fc.nat(), 12, async (seed) => {
        const bytes = bytesOf(write(storyOf(seed, can)), form);
        await expectSame(mapTools(await readSession({ bytes: [bytes] }, { agent })), target);
      });
    },
    patience,
  );

  // A third of the samples, other ones for the next agent; all in the long form.
  test.each(share(samples, 3, place))('%s', async (file) => {
    await expectSame(mapTools(await readSession(join(fixtures, file))), target);
  });
});
