/** A history may be cut where no interaction is split; what is kept renders as it did before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import {
  type Block,
  type Content,
  compact,
  cutAt,
  cutPoints,
  importContents,
  rebuildLedger,
  render,
  TranscriptError,
  verify,
} from '../../src/index.ts';
import { expectSame, withoutPrefix } from './compare.ts';
import { anyHistory } from './histories.ts';
import { countMarks, marksIn } from './marks.ts';
import { answersOf, complaints, expectNone, look } from './oracle.ts';
import { anyPolicy } from './policies.ts';
import { validHistory } from './valid-histories.ts';

const policy = { reasoning: 'all', onFault: 'throw' } as const;
const imported = fc.oneof(
  { weight: 3, arbitrary: anyHistory.map(importContents) },
  { weight: 1, arbitrary: validHistory },
);
/** Something that is nothing but a seal: once the seal is void it goes, and what it stood between becomes one step. */
const isMereSeal = (block: Block): boolean =>
  block.seal?.prefix !== undefined &&
  marksIn(block).length === 0 &&
  (block.type === 'text' || block.type === 'thinking');
/** A repeated item goes without its id, which is free again when a cut takes the first one away: here every item has its own. */
const withOwnItems = (history: readonly Content[]): readonly Content[] =>
  history.map((content, entry) => ({
    ...content,
    blocks: content.blocks?.map((block, at) =>
      block.seal?.item === undefined ? block : { ...block, seal: { ...block.seal, item: `rs_${entry}_${at}` } },
    ),
  }));
const withoutMereSeals = imported
  .filter((history) => !history.some(({ blocks }) => blocks?.some(isMereSeal)))
  .map(withOwnItems);

const stepsOf = (history: readonly Content[]): readonly unknown[] =>
  withoutPrefix(render(history, { policy }).transcript.steps);

test(
  'REQ-915-026: the kept part renders to exactly the last steps of the whole, the dropped part to the first',
  () => {
    holds(withoutMereSeals, 200, (history) => {
      const whole = stepsOf(history);
      for (const { index } of cutPoints(history)) {
        const { dropped, kept } = cutAt(history, index);
        const last = stepsOf(kept);
        expectSame(last, whole.slice(whole.length - last.length));
        expectSame(stepsOf(dropped), whole.slice(0, whole.length - last.length));
      }
    });
  },
  patience,
);

test(
  'REQ-915-028: no interaction is split at any cut point',
  () => {
    holds(imported, 300, (history) => {
      const seen = look(history);
      const points = cutPoints(history);
      for (const call of seen.calls) {
        for (const answer of answersOf(call, seen) ?? []) {
          const [from, to] = [Math.min(call.content, answer.content), Math.max(call.content, answer.content)];
          expect(points.filter(({ index }) => index > from && index <= to)).toEqual([]);
        }
      }
    });
  },
  patience,
);

test(
  'a valid history can be cut before every turn and never inside a round of calls',
  () => {
    holds(validHistory, 200, (history) => {
      const points = cutPoints(history);
      const key = (at: number) => history[at]?.metadata?.turnId;
      const turnStarts = [...history.keys()].filter((at) => at > 0 && key(at) !== key(at - 1));
      expect(points.filter(({ startsTurn }) => startsTurn).map(({ index }) => index)).toEqual(turnStarts);
      const afterCalls = history.flatMap(({ speaker }, at) => (speaker === 'tool' ? [at] : []));
      expect(points.filter(({ index }) => afterCalls.includes(index))).toEqual([]);
    });
  },
  patience,
);

test(
  'rejects an index that is not a cut point',
  () => {
    holds(imported, 200, (history) => {
      const allowed = new Set(cutPoints(history).map(({ index }) => index));
      const indexes = [...history.keys(), -1, history.length, history.length + 1, 0.5, Number.NaN];
      for (const index of indexes.filter((one) => !allowed.has(one))) {
        expect(() => cutAt(history, index)).toThrow(TranscriptError);
        expect(() => compact(history, index, [])).toThrow(TranscriptError);
      }
    });
  },
  patience,
);

test(
  'REQ-915-028: a compacted history renders valid under every policy, with the summary and everything kept exactly once',
  () => {
    holds(fc.tuple(imported, anyPolicy), 150, ([history, any]) => {
      for (const { index } of cutPoints(history)) {
        const compacted = compact(history, index, [{ type: 'text', text: 'summary [[said 999.0]]' }]);
        expect(verify(render(compacted, { policy: any }).transcript)).toEqual([]);
        expectNone(complaints(compacted, render(compacted, { policy }).transcript, 'drop'));
      }
    });
  },
  patience,
);

test(
  'REQ-915-027: a result that arrives after its call was cut away is sent once, with the call restored from the ledger',
  () => {
    holds(imported, 150, (history) => {
      const ledger = rebuildLedger(history);
      for (const { index } of cutPoints(history)) {
        const { dropped, kept, keepInLedger } = cutAt(history, index);
        const seen = look(dropped);
        const open = seen.calls.filter((call) => answersOf(call, seen)?.every(({ worth }) => worth < 2));
        expect(open.map(({ id }) => id).filter((id) => !keepInLedger.includes(id))).toEqual([]);
        for (const callId of keepInLedger) {
          const late = { type: 'tool_response', callId, toolName: '', result: '[[result 999.0]]' } as const;
          const grown = [...kept, { speaker: 'tool', blocks: [late] } as const];
          const { transcript } = render(grown, { policy, ledger });
          expect(countMarks(transcript).get('[[result 999.0]]')).toBe(1);
          const owner = transcript.interactions().find(({ call }) => call.id === callId);
          expect(owner?.completion).toMatchObject({ kind: 'real', result: '[[result 999.0]]' });
        }
      }
    });
  },
  patience,
);
