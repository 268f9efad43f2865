/** Nothing is lost or repeated, as counted by the oracle. */
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { render } from '../../src/index.ts';
import { anyHistory } from './histories.ts';
import { marksIn } from './marks.ts';
import { complaints, expectNone } from './oracle.ts';
import { orphanPolicies } from './policies.ts';
import { orderlyHistory } from './valid-histories.ts';

test.each(orphanPolicies)(
  'REQ-915-009 REQ-915-012: texts, calls and real results are kept exactly once (orphans: %s)',
  (orphans) => {
    holds(anyHistory, 400, (history) => {
      const { transcript } = render(history, { policy: { orphans, onFault: 'throw' } });
      expectNone(complaints(history, transcript, orphans));
    });
  },
  patience,
);

test(
  'REQ-915-022: in a well-ordered history each answer goes to its own call, whatever the ids',
  () => {
    holds(orderlyHistory, 300, (history) => {
      const { transcript, diagnostics } = render(history, { policy: { onFault: 'throw' } });
      expectNone(complaints(history, transcript, 'drop'));
      for (const { call, completion } of transcript.interactions()) {
        expect(completion.kind).toBe('real');
        // `orderly` marks call and answer with the place of the answer and the call's index.
        const [asked] = marksIn(call.parameters);
        const [told] = marksIn(completion);
        const place = (text: string | undefined) => text?.replace(/^.* (\d+)\.(\d+)\]\]$/, '$2');
        expect(place(told)).toBe(place(asked));
      }
      expect(diagnostics.events.filter(({ kind }) => kind === 'synthesized' || kind === 'orphan')).toEqual([]);
    });
  },
  patience,
);
