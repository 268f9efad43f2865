/** Import makes a history ours once, and changes nothing about what it renders to. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { type Content, checkContents, cutAt, cutPoints, Importer, importContents, render } from '../../src/index.ts';
import { expectSame } from './compare.ts';
import { anyHistory, jsonHistory } from './histories.ts';
import { anyPolicy } from './policies.ts';
import { validHistory } from './valid-histories.ts';

/** Every id of a history, with its turn. */
const idsOf = (history: readonly Content[]): readonly (readonly unknown[])[] =>
  history.map(({ blocks, metadata }) => [
    metadata?.turnId,
    ...(blocks ?? []).flatMap((block) => {
      if (block.type === 'tool_call') return [block.id];
      return block.type === 'tool_response' ? [block.callId] : [];
    }),
  ]);

const throughStorage = (history: readonly Content[]): readonly Content[] =>
  checkContents(JSON.parse(JSON.stringify(history))).contents ?? [];

test(
  'an imported history renders to the same steps',
  () => {
    holds(fc.tuple(anyHistory, anyPolicy), 400, ([history, policy]) => {
      const { steps } = render(history, { policy }).transcript;
      expectSame(render(importContents(history), { policy }).transcript.steps, steps);
    });
  },
  patience,
);

test(
  'importing twice returns the same objects',
  () => {
    holds(anyHistory, 300, (history) => {
      const own = importContents(history);
      const again = importContents(own);
      expect(again.length).toBe(own.length);
      expect(again.findIndex((content, at) => content !== own[at])).toBe(-1);
    });
  },
  patience,
);

test(
  'REQ-915-014: ids and turns are the same after storing and loading, before import and after it',
  () => {
    holds(jsonHistory, 300, (history) => {
      const own = importContents(history);
      expectSame(idsOf(importContents(throughStorage(history))), idsOf(own));
      expectSame(idsOf(importContents(throughStorage(own))), idsOf(own));
    });
  },
  patience,
);

test(
  'REQ-915-014: ids and turns are the same after a cut at any cut point',
  () => {
    holds(fc.oneof(anyHistory, validHistory), 200, (history) => {
      const own = importContents(history);
      for (const { index } of cutPoints(own)) {
        const { kept } = cutAt(own, index);
        expectSame(idsOf(importContents(kept)), idsOf(own.slice(index)));
        expect(importContents(kept).findIndex((content, at) => content !== kept[at])).toBe(-1);
      }
    });
  },
  patience,
);

test(
  'a history imported in pieces, with edits, equals one imported at once; unchanged contents stay the same objects',
  () => {
    const lengths = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 5 });
    holds(
      fc.tuple(fc.oneof(anyHistory, validHistory), lengths, fc.nat({ max: 30 })),
      200,
      ([history, ends, edited]) => {
        const importer = new Importer();
        for (const end of ends)
          expectSame(importer.import(history.slice(0, end)), importContents(history.slice(0, end)));
        const other = history.toSpliced(edited, 1);
        expectSame(importer.import(other), importContents(other));
        const own = importer.import(other);
        expect(importer.import(other).findIndex((content, at) => !isAstray(content) && content !== own[at])).toBe(-1);
      },
    );
  },
  patience,
);

/** An answer whose call is not there is imported again each time. */
const isAstray = ({ blocks }: Content): boolean => (blocks ?? []).some(({ type }) => type === 'tool_response');

test(
  'ids do not depend on what comes later',
  () => {
    holds(fc.tuple(anyHistory, fc.nat({ max: 30 })), 200, ([history, at]) => {
      const callIds = (part: readonly Content[]) =>
        importContents(part).map(({ blocks }) =>
          (blocks ?? []).flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])),
        );
      expectSame(callIds(history.slice(0, at)), callIds(history).slice(0, at));
    });
  },
  patience,
);

test(
  'imports a valid history unchanged',
  () => {
    holds(validHistory, 200, (history) => {
      expect(importContents(history).findIndex((content, at) => content !== history[at])).toBe(-1);
      expect(checkContents(history).problems).toEqual([]);
      expect(render(history).diagnostics.events).toEqual([]);
    });
  },
  patience,
);
