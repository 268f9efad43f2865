/** Every combination of what a caller can decide about a render. A fault of ours is thrown, never repaired quietly. */
import fc from 'fast-check';
import type { PolicyOptions } from '../../src/index.ts';

export const orphanPolicies: readonly ['drop', 'note', 'restore'] = ['drop', 'note', 'restore'];
export const reasoningPolicies: readonly ['all', 'last-turn', 'none'] = ['all', 'last-turn', 'none'];

export const targets: readonly (PolicyOptions['target'] | undefined)[] = [
  undefined,
  { provider: 'anthropic', model: 'claude' },
  { provider: 'openai', model: 'gpt' },
  { provider: 'moonshot' },
];

export const anyPolicy: fc.Arbitrary<PolicyOptions> = fc
  .record({
    reasoning: fc.constantFrom(...reasoningPolicies),
    foreignThinking: fc.constantFrom('drop', 'note'),
    orphans: fc.constantFrom(...orphanPolicies),
    target: fc.constantFrom(...targets),
  })
  .map(({ target, ...others }) => ({ ...others, onFault: 'throw', ...(target === undefined ? {} : { target }) }));
