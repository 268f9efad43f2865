/** Suggestions for mistyped names. */
import { expect, test } from 'vitest';
import { didYouMean } from '../../src/print/did-you-mean.ts';

test.each([
  ['modle', ['model', 'models', 'mcp'], 'model'],
  ['Model', ['model', 'models'], 'model'],
  ['anthropci', ['openai', 'anthropic'], 'anthropic'],
  ['a', ['b', 'c'], undefined],
  ['cheep', ['fixed', 'round-robin', 'failover'], undefined],
  ['x'.repeat(100_000), ['xxxx'], undefined],
  ['', ['a'], undefined],
] as const)('%.20s', (wanted, names, meant) => {
  expect(didYouMean(wanted, names)).toBe(meant === undefined ? '' : ` Did you mean "${meant}"?`);
});
