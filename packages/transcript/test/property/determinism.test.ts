/** Equal input, equal output; and the input is only read. */
import fc from 'fast-check';
import { test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { cutPoints, importContents, rebuildLedger, render } from '../../src/index.ts';
import { copyOf, deepFreeze, expectSame } from './compare.ts';
import { anyHistory } from './histories.ts';
import { anyPolicy } from './policies.ts';

const historyAndPolicy = fc.tuple(anyHistory, anyPolicy);

test(
  'REQ-915-010: a second render, and the render of an equal copy, give the same bytes and the same diagnostics',
  () => {
    holds(historyAndPolicy, 250, ([history, policy]) => {
      const { transcript, diagnostics } = render(history, { policy });
      for (const again of [history, copyOf(history, new Map())]) {
        const other = render(again, { policy });
        expectSame(JSON.stringify(other.transcript), JSON.stringify(transcript));
        expectSame(JSON.stringify(other.diagnostics), JSON.stringify(diagnostics));
      }
    });
  },
  patience,
);

test(
  'renders a frozen history like any other, without changing it',
  () => {
    holds(historyAndPolicy, 250, ([history, policy]) => {
      const copy = copyOf(history, new Map());
      const expected = render(copy, { policy }).transcript.steps;
      expectSame(render(deepFreeze(history), { policy }).transcript.steps, expected);
      importContents(history);
      cutPoints(history);
      rebuildLedger(history);
      expectSame(history, copy);
    });
  },
  patience,
);

test(
  'a transcript shares nothing with the history that a later change could affect',
  () => {
    holds(historyAndPolicy, 150, ([history, policy]) => {
      const { transcript } = render(history, { policy });
      const before = JSON.stringify(transcript);
      render(history, { policy: { ...policy, reasoning: 'none' } });
      rebuildLedger(history);
      expectSame(JSON.stringify(transcript), before);
    });
  },
  patience,
);
