/** The facts that follow from the records of a session, with the records of calls in any order. */
import { type Content, Ledger, syntheticTexts } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { applyRecord } from '../../src/history/apply-record.ts';
import { emptyFacts, type SessionFacts } from '../../src/history/session-facts.ts';
import type { Outcome, SessionRecord } from '../../src/index.ts';

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
  /** The open calls that must still be completed in the history. */
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
    title: 'a result while its closure is being written',
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
    title: 'a second closure changes nothing',
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

test('counts the calls of a turn, whatever happens to the contents', () => {
  const begun: SessionRecord = { kind: 'turn-start', turnId: '1' };
  const compaction: SessionRecord = { kind: 'compaction', contents: [] };
  expect(factsOf([begun, asked, compaction, asked]).turnCalls).toBe(2);
  expect(factsOf([begun, asked, begun]).turnCalls).toBe(0);
});

describe('queued texts', () => {
  const queued = (number: number): SessionRecord => ({ kind: 'text-queued', number, text: `text ${number}` });
  const said = (delivers: number): SessionRecord => ({
    kind: 'content',
    content: { speaker: 'human', blocks: [{ type: 'text', text: `text ${delivers}` }], metadata: { turnId: 'turn-1' } },
    delivers,
  });
  const texts: readonly (readonly [string, readonly SessionRecord[], readonly number[], last: number])[] = [
    ['none, as in older sessions', [asked], [], 0],
    ['in the order in which they arrived', [queued(1), queued(2)], [1, 2], 2],
    ['until it is sent', [queued(1), queued(2), said(1)], [2], 2],
    ['does not reuse a number whose record is lost', [said(7)], [], 7],
    ['sends one of two with the same number', [queued(1), queued(1), said(1)], [1], 1],
  ];
  test.each(texts)('%s', (_, records, left, last) => {
    const facts = factsOf(records);
    expect([facts.queued.map(({ number }) => number), facts.lastQueued]).toEqual([left, last]);
  });
});

test('counts the usage of a summary, without measuring the history by it', () => {
  const usage = (input: number, more: object): SessionRecord => ({
    ...{ kind: 'usage', usage: { input, output: 1 }, target: 'a/b' },
    ...more,
  });
  const facts = factsOf([usage(10, { contents: 2 }), usage(100, { for: 'summary' }), usage(1_000, {})]);
  expect(facts.totals).toEqual({ input: 1_110, output: 3 });
  expect(facts.usage).toEqual({ usage: { input: 10, output: 1 }, target: 'a/b', contents: 2 });
});

describe('user turns', () => {
  const content = (speaker: Content['speaker'], turnId: string, prefixCut?: number): Content => ({
    speaker,
    blocks: [{ type: 'text', text: 'x' }],
    metadata: { turnId, ...(prefixCut === undefined ? {} : { prefixCut }) },
  });
  const result: Content = {
    ...content('human', 'turn-9'),
    blocks: [{ type: 'tool_response', callId: 'a', toolName: 'b' }],
  };
  const summary = content('human', 'turn-4/summary', 2);
  const add = (...contents: readonly Content[]): readonly SessionRecord[] =>
    contents.map((one) => ({ kind: 'content', content: one }));
  const snapshot = (contents: readonly Content[], more: object): SessionRecord => ({
    ...{ kind: 'snapshot', contents, ledger: new Ledger().toJSON(), turns: 0 },
    ...more,
  });
  const cut: SessionRecord = { kind: 'compaction', contents: [summary] };
  const started: SessionRecord = { kind: 'turn-start', turnId: 'turn-1' };
  const rows: readonly (readonly [
    string,
    readonly SessionRecord[],
    readonly string[],
    atCut: number,
    number: number,
  ])[] = [
    ['a turn without messages does not count', [started], [], 0, 1],
    [
      'a text in the middle starts none',
      [started, ...add(content('human', 'turn-1'), content('ai', 'turn-1'), content('human', 'turn-1'))],
      ['turn-1'],
      0,
      1,
    ],
    ['nor does a result written as the user', add(result), [], 0, 0],
    [
      'a summary is none, and removes none',
      [...add(content('human', 'turn-1')), cut, ...add(content('human', 'turn-4'))],
      ['turn-1', 'turn-4'],
      1,
      0,
    ],
    [
      'of an imported history: those in it',
      [snapshot([content('system', 'turn-1'), content('human', 'turn-1'), content('human', 'turn-2')], { turns: 3 })],
      ['turn-1', 'turn-2'],
      0,
      3,
    ],
    [
      'of a copy: those it started with',
      [snapshot([summary, content('human', 'turn-4')], { turns: 9, begun: ['turn-1', 'turn-4'] })],
      ['turn-1', 'turn-4'],
      2,
      9,
    ],
    [
      'uses no name twice, whatever a snapshot says',
      [snapshot([content('human', 'turn-7')], { turns: 2 })],
      ['turn-7'],
      0,
      7,
    ],
  ];
  test.each(rows)('%s', (_, records, begun, atCut, number) => {
    const facts = factsOf(records);
    expect([[...facts.begun], facts.begunAtCut, facts.turns]).toEqual([begun, atCut, number]);
  });
});
