import { expect, test } from 'vitest';
import { nearestName } from '../../src/target/nearest-name.ts';

const names = ['openai', 'anthropic', 'google', 'xai', 'zai'];

test.each([
  ['antropic', 'anthropic'],
  ['Anthropics', 'anthropic'],
  ['opanai', 'openai'],
  ['googel', 'google'],
  ['xia', 'xai'],
  ['bedrock', undefined],
  ['', undefined],
  ['a'.repeat(100_000), undefined],
])('%.20s is corrected to %s', (wanted, nearest) => {
  expect(nearestName(wanted, names)).toBe(nearest);
});
