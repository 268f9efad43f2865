/** The ledger and the costs of a session, from its records. */
import { createMemoryStore, type SessionRecord } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { ledgerTurns } from '../../src/inspect/ledger-turns.ts';
import { recordedCosts } from '../../src/inspect/recorded-costs.ts';
import { rowsOf } from '../../src/inspect/rows.ts';
import { sessionDocument } from '../../src/inspect/session-document.ts';

const call = (id: string) => ({ type: 'tool_call', id, name: 'read_file', parameters: { path: id } }) as const;
const result = (callId: string) =>
  ({ type: 'tool_response', callId, toolName: 'read_file', result: 'x', isComplete: true }) as const;
const ids = ['hist_tool_a', 'hist_tool_b', 'hist_tool_c'];
const [a = '', b = '', c = ''] = ids;

const records: readonly SessionRecord[] = [
  { kind: 'setup', system: 'Be brief.', tools: ['read_file'] },
  { kind: 'turn-start', turnId: 't1' },
  {
    kind: 'content',
    content: { speaker: 'human', blocks: [{ type: 'text', text: 'read' }], metadata: { turnId: 't1' } },
  },
  {
    kind: 'content',
    content: {
      speaker: 'ai',
      blocks: ids.map(call),
      metadata: { turnId: 't1', provider: 'anthropic', model: 'claude-opus-4-8' },
    },
  },
  { kind: 'usage', usage: { input: 1_000, output: 100 }, target: 'anthropic/claude-opus-4-8', contents: 2 },
  { kind: 'call-start', id: a, approvalMs: 40 },
  { kind: 'call-start', id: b },
  { kind: 'call-end', id: a, outcome: { state: 'complete', result: 'x' } },
  { kind: 'call-end', id: b, outcome: { state: 'interrupted' } },
  { kind: 'content', content: { speaker: 'tool', blocks: [result(a)], metadata: { turnId: 't1' } } },
  { kind: 'turn-end', turnId: 't1', outcome: 'cancelled' },
  { kind: 'switch', to: 'openai/gpt-5.6-terra' },
  { kind: 'turn-start', turnId: 't2' },
  {
    kind: 'content',
    content: { speaker: 'human', blocks: [{ type: 'text', text: 'on' }], metadata: { turnId: 't2' } },
  },
  { kind: 'usage', usage: { input: 1_200, output: 10, cacheRead: 200 }, target: 'openai/gpt-5.6-terra', contents: 5 },
];

test('calls with approval, end and closure; a switch with what it read again', async () => {
  const store = createMemoryStore();
  const log = await store.create({ version: 1, id: 's', workspace: '/w', createdAt: 0, spawnDepth: 0 });
  for (const record of records) await log.append(record, false);
  const document = await sessionDocument(store, 's', 'a session');
  const rows = rowsOf(document);
  expect(rows.map(({ kind, turn, note }) => [kind, turn, note])).toEqual([
    ['note', 0, 'A system prompt of 9 characters; 1 tool: read_file.\n\nBe brief.'],
    ['user', 1, undefined],
    ...ids.map(() => ['call', 1, undefined]),
    ['note', 1, 'The turn ended: cancelled.'],
    ['note', 1, 'Switch to openai/gpt-5.6-terra.'],
    ['user', 2, undefined],
  ]);
  const [first] = ledgerTurns(document, rows);
  const at = expect.any(Number);
  const about = { name: 'read_file', askedAt: at };
  expect(first).toMatchObject({
    turn: 1,
    outcome: 'cancelled',
    who: 'anthropic/claude-opus-4-8',
    calls: [
      { ...about, id: a, row: 2, state: 'complete', startedAt: at, endedAt: at, approvalMs: 40 },
      { ...about, id: b, row: 3, state: 'interrupted', startedAt: at, endedAt: at },
      { ...about, id: c, row: 4, state: 'lost' },
    ],
  });
  // The second turn has not ended: its target and its running calls are known.
  expect(document.activity).toEqual({ turn: 2, who: 'openai/gpt-5.6-terra', since: at, lastAt: at, calls: [] });
  const { switches, requests } = recordedCosts(document);
  expect(requests.map(({ turn, target }) => [turn, target])).toEqual([
    [1, 'anthropic/claude-opus-4-8'],
    [2, 'openai/gpt-5.6-terra'],
  ]);
  const between = { from: 'anthropic/claude-opus-4-8', to: 'openai/gpt-5.6-terra' };
  expect(switches).toEqual([{ turn: 2, ...between, tokens: 900, cost: expect.any(Number) }]);
});
