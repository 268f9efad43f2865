/** A rendering needs no repair: stored as a history, it renders to the same steps. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { checkContents, rebuildLedger, render, toContents } from '../../src/index.ts';
import { expectSame } from './compare.ts';
import { anyHistory } from './histories.ts';
import { anyPolicy } from './policies.ts';

const historyAndPolicy = fc.tuple(anyHistory, anyPolicy);

test(
  'rendering a rendered history gives the same steps, under every policy',
  () => {
    holds(historyAndPolicy, 400, ([history, policy]) => {
      const { transcript } = render(history, { policy });
      expectSame(render(toContents(transcript), { policy }).transcript.steps, transcript.steps);
    });
  },
  patience,
);

test(
  'so does rendering what was stored and loaded, without a ledger',
  () => {
    holds(historyAndPolicy, 200, ([history, policy]) => {
      const { transcript } = render(history, { policy, ledger: rebuildLedger(history) });
      const stored = checkContents(JSON.parse(JSON.stringify(toContents(transcript))));
      expect(stored.contents).toBeDefined();
      expectSame(render(stored.contents ?? [], { policy }).transcript.steps, transcript.steps);
    });
  },
  patience,
);

test(
  'the contents of a transcript are a history without errors',
  () => {
    holds(historyAndPolicy, 200, ([history, policy]) => {
      const { problems } = checkContents(toContents(render(history, { policy }).transcript));
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    });
  },
  patience,
);
