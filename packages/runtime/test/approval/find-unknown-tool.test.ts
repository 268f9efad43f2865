/** Finds rules that would match nothing, and names the rule that was probably intended. */
import { describe, expect, test } from 'vitest';
import { findUnknownTool } from '../../src/approval/find-unknown-tool.ts';
import { parseRule } from '../../src/approval/parse-rule.ts';
import { builtInTools } from '../../src/tools/built-in-tools.ts';

const tools = [...builtInTools({ network: true }).map(({ name }) => name), 'task', 'deploy'];

function find(text: string, servers: readonly string[]): ReturnType<typeof findUnknownTool> {
  const parsed = parseRule(text, 'deny');
  if ('problem' in parsed) throw new Error(parsed.problem);
  return findUnknownTool(parsed.rule, { tools, servers });
}

describe('translates rules of another agent', () => {
  test.each([
    ['Bash(git status)', 'run_command(git status)'],
    ['Bash(npm run test:*)', 'run_command(npm run test *)'],
    ['bash', 'run_command'],
    ['Edit(./src/**)', 'edit_file(src/**)'],
    ['MultiEdit', 'edit_file'],
    ['Write(notes.md)', 'write_file(notes.md)'],
    ['Read(.env)', 'read_file(.env)'],
    ['Glob', 'list_files'],
    ['Grep(src)', 'search_files(src)'],
    ['WebFetch(domain:example.com)', 'fetch_url(https://example.com/*)'],
  ])('%s', (text, meant) => {
    expect(find(text, [])).toEqual({
      reason: 'other-agent',
      meant,
      problem: `The rule ${JSON.stringify(text)} names a tool of another agent. Write ${meant}.`,
    });
  });
});

describe('mistyped names', () => {
  test.each([
    ['run_comand(git *)', [], 'no-tool', 'names an unknown tool. Did you mean run_command(git *)?'],
    ['writefile', [], 'no-tool', 'names an unknown tool. Did you mean write_file?'],
    ['deplyo(prod)', [], 'no-tool', 'names an unknown tool. Did you mean deploy(prod)?'],
    ['mcp__githb__x', ['github', 'files'], 'no-server', 'names an unknown MCP server. Did you mean mcp__github__x?'],
    ['mcp__githb__*', ['github'], 'no-server', 'names an unknown MCP server. Did you mean mcp__github__*?'],
    ['mcp__github', ['github'], 'no-tool', 'names an unknown tool. Did you mean mcp__github__*?'],
    ['mcp__jira__read', ['github'], 'no-server', 'names an unknown MCP server. Servers are github.'],
    ['mcp__gta*', ['github'], 'no-server', 'names an unknown MCP server. Servers are github.'],
  ] as const)('%s', (text, servers, reason, ending) => {
    const found = find(text, servers);
    expect([found?.reason, found?.problem]).toEqual([reason, `The rule ${JSON.stringify(text)} ${ending}`]);
  });

  test('lists the tools for a name that resembles none', () => {
    expect(find('frobnicate', [])).toEqual({
      reason: 'no-tool',
      problem: `The rule "frobnicate" names an unknown tool. Tools are ${tools.join(', ')}.`,
    });
    expect(find('frob_*', [])?.reason).toBe('no-tool');
  });
});

test.each([
  ['run_command(Bash)', []],
  ['deploy', []],
  ['*', []],
  ['*_file', []],
  ['kind:network', []],
  ['mcp__anything__x', []],
  ['mcp__github__create_*(x)', ['github']],
  ['mcp__*', ['github']],
  ['mcp__git*', ['github']],
  ['mcp__my_server__x', ['my server']],
  ['m*', ['github']],
] as const)('%s is valid', (text, servers) => {
  expect(find(text, servers)).toBeUndefined();
});
