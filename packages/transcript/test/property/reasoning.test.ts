/** The treatment of thinking never changes calls and their completions. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { type Content, type PolicyOptions, render } from '../../src/index.ts';
import { expectSame, withoutBoundSeals } from './compare.ts';
import { anyHistory } from './histories.ts';
import { countMarks } from './marks.ts';
import { look } from './oracle.ts';
import { orphanPolicies, reasoningPolicies, targets } from './policies.ts';

const variants: readonly PolicyOptions[] = reasoningPolicies.flatMap((reasoning) =>
  targets.flatMap((target) =>
    (['drop', 'note'] as const).map((foreignThinking) => ({
      reasoning,
      foreignThinking,
      onFault: 'throw' as const,
      ...(target === undefined ? {} : { target }),
    })),
  ),
);

/** `last-turn` may void seals that are bound to the prefix (ARCHITECTURE); nothing else of an interaction may change. */
const interactions = (history: readonly Content[], policy: PolicyOptions): unknown =>
  render(history, { policy }).transcript.interactions().map(withoutBoundSeals);

test(
  'REQ-915-024: calls, completions and their order are equal under every reasoning policy and for every target',
  () => {
    holds(fc.tuple(anyHistory, fc.constantFrom(...orphanPolicies)), 120, ([history, orphans]) => {
      const plain = interactions(history, { reasoning: 'all', orphans, onFault: 'throw' });
      for (const variant of variants) expectSame(interactions(history, { ...variant, orphans }), plain);
    });
  },
  patience,
);

test(
  'texts are kept exactly once under every reasoning policy and for every target',
  () => {
    holds(fc.tuple(anyHistory, fc.constantFrom(...variants)), 300, ([history, policy]) => {
      const counts = countMarks(render(history, { policy }).transcript);
      const { said } = look(history);
      expect(said.filter((mark) => counts.get(mark) !== 1)).toEqual([]);
    });
  },
  patience,
);

test(
  'without reasoning there is no thinking; with it, never twice and never as ordinary text',
  () => {
    holds(fc.tuple(anyHistory, fc.constantFrom(...variants)), 300, ([history, policy]) => {
      const { steps } = render(history, { policy }).transcript;
      const counts = countMarks(steps);
      const thoughts = [...counts].filter(([mark]) => mark.startsWith('[[thought'));
      expect(thoughts.filter(([, count]) => count > 1)).toEqual([]);
      if (policy.reasoning === 'none') expect(thoughts).toEqual([]);
      const aloud = steps
        .filter(({ kind }) => kind === 'ai')
        .map(({ blocks }) => blocks.filter(({ type }) => type === 'text'));
      expect([...countMarks(aloud).keys()].filter((mark) => mark.startsWith('[[thought'))).toEqual([]);
    });
  },
  patience,
);
