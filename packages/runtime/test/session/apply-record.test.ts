/** What records make of a call, in whichever order those of calls come. */
import { syntheticTexts } from '@interlock/transcript';
import { expect, test } from 'vitest';
import type { Outcome, SessionRecord } from '../../src/index.ts';
import { applyRecord } from '../../src/session/apply-record.ts';
import { emptyFacts, type SessionFacts } from '../../src/session/session-facts.ts';

const call = { type: 'tool_call', id: 'a', name: 'work', parameters: {} } as const;
const asked: SessionRecord = { kind: 'content', content: { speaker: 'ai', blocks: [call], metadata: { turnId: '1' } } };
const started: SessionRecord = { kind: 'call-start', id: 'a' };
const ended = (outcome: Outcome): SessionRecord => ({ kind: 'call-end', id: 'a', outcome });
const timeout: Outcome = { state: 'timeout' };
const real: Outcome = { state: 'complete', result: 'done' };
const closed: SessionRecord = {
  kind: 'content',
  content: {
    speaker: 'tool',
    blocks: [
      { type: 'tool_response', callId: 'a', toolName: 'work', error: syntheticTexts.timeout, synthetic: 'timeout' },
    ],
  },
};

function factsOf(records: readonly SessionRecord[]): SessionFacts {
  const facts = emptyFacts();
  for (const record of records) applyRecord(facts, record);
  return facts;
}

interface Row {
  readonly title: string;
  readonly records: readonly SessionRecord[];
  readonly state: string;
  /** What is still to be written into the history. */
  readonly left: readonly (Outcome | undefined)[];
}

const rows: readonly Row[] = [
  { title: 'asked for', records: [asked], state: 'pending', left: [undefined] },
  { title: 'running', records: [asked, started], state: 'running', left: [undefined] },
  { title: 'closed', records: [asked, started, ended(timeout), closed], state: 'timeout', left: [] },
  {
    title: 'a result after its closure is in the history',
    records: [asked, started, ended(timeout), closed, ended(real)],
    state: 'complete',
    left: [real],
  },
  {
    title: 'a result while its closure is on its way there',
    records: [asked, started, ended(timeout), ended(real), closed],
    state: 'complete',
    left: [real],
  },
  {
    title: 'a result whose closure was written late',
    records: [asked, started, ended(real), ended(timeout)],
    state: 'complete',
    left: [real],
  },
  {
    title: 'a closure after the closure: nothing new',
    records: [asked, started, ended(timeout), closed, ended(timeout)],
    state: 'timeout',
    left: [],
  },
];

test.each(rows)('$title', ({ records, state, left }) => {
  const { ledger, open } = factsOf(records);
  expect(ledger.get('a')?.state).toBe(state);
  expect([...open.values()].map(({ outcome }) => outcome)).toEqual(left);
});

test('calls of a turn are counted, whatever becomes of the contents', () => {
  const begun: SessionRecord = { kind: 'turn-start', turnId: '1' };
  const compaction: SessionRecord = { kind: 'compaction', contents: [] };
  expect(factsOf([begun, asked, compaction, asked]).turnCalls).toBe(2);
  expect(factsOf([begun, asked, begun]).turnCalls).toBe(0);
});
