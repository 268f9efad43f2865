/**
 * Sessions that the real agents wrote in one run each (`test/agents`): three calls at once, one that fails, a picture, a resume, a kill in the
 * middle of a call, a compaction, and a fork of it. Every result occurs once, at its call; calls that never ended are closed.
 */
import { join } from 'node:path';
import { type ImportedSession, readSession } from '@interlock/import';
import { expect, test } from 'vitest';
import { resultMark } from '../../../test/agents/tasks.ts';
import { blocksOf, placesOf } from '../../../test/agents/write-and-import.ts';
import { fixtures } from './samples.ts';

interface SessionSummary {
  /** Numbers of the results that the session holds. The seventh came while the agent was killed. */
  readonly results: readonly number[];
  readonly failed: number;
  readonly pictures: number;
  readonly closed: readonly string[];
  readonly compactions: number;
}

const whole = [1, 2, 3, 4, 8, 9];
const killed = { results: whole, failed: 0, pictures: 1, closed: ['interrupted', 'interrupted'], compactions: 1 };
/** Whether the seventh came before the kill is chance. */
const withSeventh = { ...killed, results: [...whole, 7].sort((one, other) => one - other), closed: ['interrupted'] };
const forked = [...whole, 10];

const sessions: Readonly<Record<string, SessionSummary>> = {
  // The picture was shown once more after the compaction, by the agent itself.
  'claude-code/killed-and-compacted.jsonl': { ...withSeventh, failed: 1, pictures: 2, closed: ['interrupted'] },
  'claude-code/forked.jsonl': { ...killed, results: [9, 10], closed: [] },
  'codex/killed-and-compacted.jsonl': withSeventh,
  // A compaction that only the provider can read does not change the history.
  'codex/compacted-remotely.jsonl': { ...withSeventh, compactions: 0 },
  'copilot-cli/killed-and-compacted/events.jsonl': killed,
  // Calls that had not ended are not in the file at all.
  'gemini-cli/killed-and-compacted.jsonl': { ...killed, closed: [] },
  'opencode/killed-and-compacted.json': killed,
  'opencode/forked.json': { ...killed, results: forked },
  // It compacts before and after the prompt that fills its window.
  'pi/killed-and-compacted.jsonl': { ...killed, failed: 1, closed: ['interrupted', 'interrupted'], compactions: 2 },
  'pi/forked.jsonl': { ...killed, results: forked, failed: 1, closed: ['interrupted', 'interrupted'], compactions: 2 },
  // The output of the eighth was empty: the agent lost it itself.
  'qwen-code/killed-and-compacted.jsonl': {
    ...killed,
    results: [1, 2, 3, 4, 9],
    failed: 1,
    closed: ['interrupted', 'interrupted'],
  },
  'qwen-code/forked.jsonl': {
    ...killed,
    results: [1, 2, 3, 4, 9, 10],
    failed: 1,
    closed: ['interrupted', 'interrupted'],
  },
};

test.each(Object.entries(sessions))('%s', async (file, expected) => {
  expect(summarize(await readSession(join(fixtures, file)))).toEqual(expected);
});

function summarize(session: ImportedSession): SessionSummary {
  const blocks = blocksOf(session);
  const results: number[] = [];
  for (let number = 1; number <= 10; number += 1) {
    const { right, other } = placesOf(resultMark(number), `${number}.txt`, blocks);
    if (other > 0 || right > 1) throw new Error(`Result ${number}: ${right} times at its call, ${other} elsewhere.`);
    if (right === 1) results.push(number);
  }
  return {
    results,
    failed: blocks.filter((block) => block.type === 'tool_response' && block.error !== undefined).length,
    pictures: blocks.filter(({ type }) => type === 'media').length,
    closed: session.log.flatMap((entry) => (entry.kind === 'closed' ? [entry.reason] : [])),
    compactions: session.log.filter(({ kind }) => kind === 'compaction').length,
  };
}
