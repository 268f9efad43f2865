/** Append-only bytes: a history that grows only adds steps, unless something that was sent before changes its meaning. */
import fc from 'fast-check';
import { test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { type Content, type PolicyOptions, render } from '../../src/index.ts';
import { expectSame } from './compare.ts';
import { anyHistory } from './histories.ts';
import { targets } from './policies.ts';
import { isSettledAt } from './settled.ts';
import { orderlyHistory } from './valid-histories.ts';

const policies: fc.Arbitrary<PolicyOptions> = fc
  .tuple(fc.constantFrom('all', 'none'), fc.constantFrom(...targets), fc.constantFrom('drop', 'note'))
  .map(([reasoning, target, foreignThinking]) => ({
    reasoning,
    foreignThinking,
    orphans: 'drop',
    onFault: 'throw',
    ...(target === undefined ? {} : { target }),
  }));

function expectPrefixes(history: readonly Content[], policy: PolicyOptions): void {
  const { steps } = render(history, { policy }).transcript;
  for (let at = 0; at <= history.length; at += 1) {
    if (!isSettledAt(history, at)) continue;
    const before = render(history.slice(0, at), { policy }).transcript.steps;
    expectSame(before, steps.slice(0, before.length));
  }
}

test(
  'appending where nothing is open never changes earlier steps',
  () => {
    holds(fc.tuple(anyHistory, policies), 250, ([history, policy]) => expectPrefixes(history, policy));
  },
  patience,
);

test(
  'a well-ordered history has nothing open between rounds, whatever its ids',
  () => {
    holds(fc.tuple(orderlyHistory, policies), 150, ([history, policy]) => expectPrefixes(history, policy));
  },
  patience,
);
