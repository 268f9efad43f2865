/** An attacker's command lines against approval rules. The long form is `npm run attack:long`. */
import { expect, test } from 'vitest';
import { weighRules } from '../packages/runtime/src/approval/weigh-rules.ts';
import { runAttacks } from './attack/run-attacks.ts';

test('REQ-915-030 no listed line passes a starred rule or a deny, however it is disguised, and what rules are meant for passes', () => {
  const { starred, denied, meant, wrong } = runAttacks(2026, 1);
  expect(wrong).toEqual([]);
  expect({ starred: starred > 3_000, denied: denied > 7_500, meant: meant > 150 }).toEqual({
    starred: true,
    denied: true,
    meant: true,
  });
});

test.each([
  ['rm -rf y *', 'env '],
  ['rm y z', 'mytool '],
])('a line full of a denied name is checked with a bounded number of parses (%s)', (pattern, start) => {
  // Without the limit every interpretation is tried, and one of them is denied.
  const { verdict } = weighRules(
    [
      { verdict: 'allow', tool: 'run_command' },
      { verdict: 'deny', tool: 'run_command', pattern },
    ],
    { tool: 'run_command', kind: 'command', subject: start + 'rm '.repeat(6_000) },
  );
  expect(verdict).toBe('ask');
});
