/** Command lines of an attacker against rules. The long form is `npm run attack:long`. */
import { expect, test } from 'vitest';
import { weighRules } from '../packages/runtime/src/approval/weigh-rules.ts';
import { runAttacks } from './attack/run-attacks.ts';

test('REQ-915-030 no line of the lists passes a rule with a star or a deny, however it is dressed up, and what rules are written for passes', () => {
  const { starred, denied, meant, wrong } = runAttacks(2026, 2);
  expect(wrong).toEqual([]);
  expect({ starred: starred > 6_000, denied: denied > 15_000, meant: meant > 300 }).toEqual({
    starred: true,
    denied: true,
    meant: true,
  });
}, 120_000);

test.each([
  ['rm -rf y *', 'env '],
  ['rm y z', 'mytool '],
])(
  'a line full of a denied name is judged by a bounded number of readings (%s)',
  (pattern, start) => {
    // Without the bound this takes minutes: the time limit of the test is what fails.
    const { verdict } = weighRules(
      [
        { verdict: 'allow', tool: 'run_command' },
        { verdict: 'deny', tool: 'run_command', pattern },
      ],
      { tool: 'run_command', kind: 'command', subject: start + 'rm '.repeat(6_000) },
    );
    expect(verdict).toBe('ask');
  },
  60_000,
);
