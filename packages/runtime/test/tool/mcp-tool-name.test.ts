import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { mcpToolName } from '../../src/tool/mcp-tool-name.ts';

test.each([
  ['github', 'create_issue', 'mcp__github__create_issue'],
  ['my-server', 'Read', 'mcp__my-server__Read'],
  ['a', '_b', 'mcp__a___b'],
  // These names have a hash, because each could be read as another server's tool.
  ['a_', 'b', 'mcp__a___b_'],
  ['a__b', 'c', 'mcp__a__b__c_'],
  ['a', 'b_0123456789', 'mcp__a__b_0123456789_'],
  ['ä', 'b/c', 'mcp_____b_c_'],
  ['a', 'x'.repeat(80), `mcp__a__${'x'.repeat(45)}_`],
])('%j %j', (server, tool, expected) => {
  const name = mcpToolName(server, tool);
  expect(expected.endsWith('_') ? name.replace(/[0-9a-f]{10}$/, '') : name).toBe(expected);
});

test('two tools never share a name, and every provider accepts it', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '0', 'ä', ' '), minLength: 1, maxLength: 6 });
  const names = new Map<string, string>();
  holds(fc.tuple(part, part), 2_000, ([server, tool]) => {
    const name = mcpToolName(server, tool);
    const key = JSON.stringify([server, tool]);
    expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    expect(names.get(name) ?? key).toBe(key);
    names.set(name, key);
  });
});
