/** If ids do not decide, names do, and then the order (decision 21). */
import { test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { importContents, Renderer, render } from '../../src/index.ts';
import { expectSame } from './compare.ts';
import { whoseComplaints } from './expected-match.ts';
import { lookalikeHistory } from './lookalikes.ts';
import { complaints, expectNone } from './oracle.ts';

test(
  'REQ-915-022: calls that share an id or have none get results by name first, then by order',
  () => {
    holds(lookalikeHistory, 1500, (history) => {
      const { transcript } = render(history, { policy: { onFault: 'throw' } });
      expectNone(whoseComplaints(history, transcript.interactions()));
      expectNone(complaints(history, transcript, 'drop'));
    });
  },
  patience,
);

test(
  'the same holds after import and when contents are appended one by one',
  () => {
    holds(lookalikeHistory, 500, (history) => {
      const { steps } = render(history).transcript;
      expectSame(render(importContents(history)).transcript.steps, steps);
      const renderer = new Renderer();
      for (const content of history) {
        renderer.append([content]);
        renderer.render();
      }
      expectSame(renderer.render().transcript.steps, steps);
    });
  },
  patience,
);
