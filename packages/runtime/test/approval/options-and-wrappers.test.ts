/** Programs × options × wrappers: calls that a rule with a star must not allow, and calls that a deny must not miss. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { Verdict } from '../../src/approval/approval.ts';
import { parseRule } from '../../src/approval/parse-rule.ts';
import { weighRules } from '../../src/approval/weigh-rules.ts';

function verdictOf(rules: readonly string[], subject: string, more: object = {}): Verdict {
  const read = rules.map((text) => {
    const [verdict, ...rest] = text.split(' ');
    const parsed = parseRule(rest.join(' '), verdict as Verdict);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return parsed.rule;
  });
  return weighRules(read, { tool: 'run_command', kind: 'command', subject, ...more }).verdict;
}

const asked: readonly (readonly [string, string])[] = [
  ['npm test *', 'npm test --node-options=--import=data:text/javascript,x'],
  ['npm *', 'npm exec -- rm x'],
  ['make *', "make -E 'x:=$(shell id)'"],
  ['make *', 'make CC=evil'],
  ['tar *', 'tar -cf x --new-volume-script=evil -M -L 1 .'],
  ['python3 *', 'python3 -m timeit x'],
  ['curl *', 'curl --stderr F https://a.example'],
  ['uniq *', 'uniq in F'],
  ['go test *', 'go test -toolexec evil ./...'],
  ['cargo *', 'cargo --config x build'],
  ['fdfind *', 'fdfind -x rm'],
  ['nodejs *', 'nodejs -e 1'],
  ['python3.11 *', 'python3.11 -c 1'],
  ['node *', 'node - <<< x'],
  ['node *', 'node <<< x'],
  ['npx *', 'npx rm x'],
  ['uv *', 'uv run rm x'],
  ['hyperfine *', "hyperfine 'rm x'"],
];
test.each(asked)('REQ-915-030 %s does not allow %j', (pattern, line) => {
  expect(verdictOf([`allow run_command(${pattern})`], line)).toBe('ask');
});

const through: readonly (readonly [string, string])[] = [
  ['git push *', 'git --no-pager push'],
  ['git push *', 'git -C x push origin'],
  ['git push *', 'env git push'],
  ['npm publish *', 'npm --silent publish'],
  ['rm *', 'npx rm x'],
  ['rm *', 'uv run rm x'],
  ['rm *', 'npm exec -- rm x'],
  ['rm *', 'poetry run rm x'],
  ['rm *', "hyperfine 'rm x'"],
  ['python *', 'python3.11 x.py'],
];
test.each(through)('REQ-915-030 denying %s, %j does not run without asking', (pattern, line) => {
  expect(verdictOf(['allow run_command', `deny run_command(${pattern})`], line)).not.toBe('allow');
});

test(
  'REQ-915-030 finds a denied program behind every wrapper, option and quote',
  () => {
    const wrappers = [
      '',
      'npx ',
      'uv run ',
      'npm exec -- ',
      'poetry run ',
      'hyperfine ',
      'sudo ',
      'env X=1 ',
      'chronic ',
    ];
    const quotes = [
      (text: string) => text,
      (text: string) => `"${text}"`,
      (text: string) => `'${text}'`,
      (text: string) => `\\${text}`,
    ];
    const options = ['', '--silent ', '-q ', '--no-pager '];
    const line = fc
      .tuple(
        fc.array(fc.constantFrom(...wrappers), { maxLength: 3 }),
        fc.constantFrom(...quotes),
        fc.constantFrom(...options),
      )
      .map(([before, quote, option]) => `${before.join('')}${quote('git')} ${option}push origin`);
    holds(line, 500, (made) => {
      expect([made, verdictOf(['allow run_command', 'deny run_command(git push *)'], made)]).not.toEqual([
        made,
        'allow',
      ]);
    });
  },
  patience,
);

test('a rule for a server applies only to that server', () => {
  const call = (tool: string, server: string): Verdict =>
    weighRules([{ verdict: 'allow', tool: 'mcp__github__*' }], { tool, server, kind: 'mcp', subject: '' }).verdict;
  expect(call('mcp__github__list', 'github')).toBe('allow');
  expect(call('mcp__github__evil__list_0123456789', 'github__evil')).toBe('ask');
});
