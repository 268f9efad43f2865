/** Every call is told what was made for it, and no other's (decisions 3 and 21). */
import { test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { importContents, Renderer, rebuildLedger, render } from '../../src/index.ts';
import { expectSame } from './compare.ts';
import { expectNone } from './oracle.ts';
import { toldComplaints, toldTurns } from './told-turns.ts';

test(
  'REQ-915-022: a result belongs to the call it was made for, by id, name and place',
  () => {
    holds(toldTurns, 2000, (made) => {
      const { transcript } = render(made.history, { policy: { onFault: 'throw' } });
      expectNone(toldComplaints(made, transcript.interactions()));
      expectNone(toldComplaints(made, render(importContents(made.history)).transcript.interactions()));
    });
  },
  patience,
);

test(
  'the same in pieces and from a rebuilt ledger',
  () => {
    holds(toldTurns, 500, ({ history }) => {
      const { steps } = render(history).transcript;
      const renderer = new Renderer();
      for (const content of history) {
        renderer.append([content]);
        renderer.render();
      }
      expectSame(renderer.render().transcript.steps, steps);
      expectSame(render(history, { ledger: rebuildLedger(history) }).transcript.steps, steps);
    });
  },
  patience,
);
