/** Rules are parsed from text and written as text. */
import { expect, test } from 'vitest';
import { parseRule, writeRule } from '../../src/approval/parse-rule.ts';

test.each([
  ['run_command(git *)', { tool: 'run_command', pattern: 'git *' }],
  ['  run_command(git *) \n', { tool: 'run_command', pattern: 'git *' }],
  ['write_file(src/**)', { tool: 'write_file', pattern: 'src/**' }],
  ['read_file', { tool: 'read_file' }],
  ['mcp__github__*', { tool: 'mcp__github__*' }],
  ['kind:network', { tool: 'kind:network' }],
  ['kind:network(https://a.example/*)', { tool: 'kind:network', pattern: 'https://a.example/*' }],
  ['*', { tool: '*' }],
  ['run_command(echo (a) ")")', { tool: 'run_command', pattern: 'echo (a) ")"' }],
  ['run_command( a\nb )', { tool: 'run_command', pattern: ' a\nb ' }],
  ['odd\\(name(x)', { tool: 'odd\\(name', pattern: 'x' }],
] as const)('%j', (text, rule) => {
  expect(parseRule(text, 'ask')).toEqual({ rule: { verdict: 'ask', ...rule } });
  expect(writeRule({ verdict: 'ask', ...rule })).toBe(text.trim());
});

test.each([
  ['', 'The rule "" has no tool name. Start with the name of a tool, or * for any, as in run_command(git *).'],
  ['(x)', 'The rule "(x)" has no tool name. Start with the name of a tool, or * for any, as in run_command(git *).'],
  ['a(b', 'The rule "a(b" has an unclosed bracket. End it with ), as in run_command(git *).'],
  ['a(', 'The rule "a(" has an unclosed bracket. End it with ), as in run_command(git *).'],
  ['a(b) c', 'The rule "a(b) c" has an unclosed bracket. End it with ), as in run_command(git *).'],
  [
    'a()',
    'The rule "a()" has nothing between its brackets. Omit the brackets to match every call, as in run_command(git *).',
  ],
  [
    'kind:web',
    'The rule "kind:web" names an unknown kind of tool. Kinds are read, write, command, network, mcp, agent, other, as in run_command(git *).',
  ],
])('rejects %j', (text, problem) => {
  expect(parseRule(text, 'allow')).toEqual({ problem });
});
