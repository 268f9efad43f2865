/** A result that arrives after its call was removed by a compaction: both are added to the history again, and no damage is reported. */
import { rmSync } from 'node:fs';
import type { Content } from '@interlock/transcript';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { createMemoryStore, resumeSession, type SessionRecord } from '../../src/index.ts';

const call = { type: 'tool_call', id: 'hist_tool_late', name: 'work', parameters: { n: 1 } } as const;
const closure: Content['blocks'][number] = {
  type: 'tool_response',
  callId: call.id,
  toolName: 'work',
  error: 'It ran out of time.',
  synthetic: 'timeout',
};
const said = (speaker: Content['speaker'], block: Content['blocks'][number], turnId: string): Content => ({
  speaker,
  blocks: [block],
  metadata: { turnId },
});
const summary = said('human', { type: 'text', text: '[Summary] Work was begun.' }, 'turn-1/summary');
const content = (one: Content): SessionRecord => ({ kind: 'content', content: one });
const records: readonly SessionRecord[] = [
  { kind: 'turn-start', turnId: 'turn-1' },
  content(said('human', { type: 'text', text: 'work' }, 'turn-1')),
  content(said('ai', call, 'turn-1')),
  { kind: 'call-start', id: call.id, call: { name: call.name, parameters: call.parameters }, turnId: 'turn-1' },
  { kind: 'call-end', id: call.id, outcome: { state: 'timeout' } },
  content(said('tool', closure, 'turn-1')),
  { kind: 'turn-end', turnId: 'turn-1', outcome: 'done' },
];
const late: SessionRecord = { kind: 'call-end', id: call.id, outcome: { state: 'complete', result: 'done after all' } };
const compaction: SessionRecord = { kind: 'compaction', contents: [summary] };
const result: Content['blocks'][number] = {
  type: 'tool_response',
  callId: call.id,
  toolName: 'work',
  result: 'done after all',
  isComplete: true,
};

const workspace = temporaryFolder('late');
afterAll(() => rmSync(workspace, { recursive: true }));

test.each([
  ['while the summary is written', [late, compaction], 'turn-1'],
  ['after the summary', [compaction, late], ''],
] as const)('REQ-915-034 a late result arrives %s', async (_, more, turnId) => {
  const store = createMemoryStore();
  const header = {
    id: 'late',
    workspace,
    createdAt: 0,
    version: 1,
    spawnDepth: 0,
  } as const;
  const log = await store.create(header);
  for (const record of [...records, ...more]) await log.append(record, true);
  await log.close();
  const route = { provider: 'openai', model: 'gpt-4.1', credentials: [{ key: 'k' }] };
  const session = await resumeSession({ id: 'late', store, environment: {}, tools: [], route });
  expect(session.state.contents).toEqual([summary, said('ai', call, turnId), said('tool', result, turnId)]);
  expect(session.state.warnings).toEqual([]);
  await session.close();
});
