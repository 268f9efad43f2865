import { expect, test } from 'vitest';
import { concealing } from '../../src/mcp/conceal.ts';
import type { McpServerConfig } from '../../src/mcp/mcp-config.ts';

const child: McpServerConfig = { command: 'x', env: { KEY: 'sec"ret 1', LONGER: 'sec"ret 1 and more', MODE: 'dev' } };
const web: McpServerConfig = {
  url: 'https://user:p%40ssword@a.example/x?key=query-key&v=1',
  headers: { Authorization: 'Bearer abc-defg' },
};

test.each<[McpServerConfig, string, string]>([
  [child, 'KEY=sec"ret 1; MODE=dev', 'KEY=[hidden]; MODE=dev'],
  [child, 'LONGER=sec"ret 1 and more', 'LONGER=[hidden]'],
  [child, '{"key":"sec\\"ret 1"}', '{"key":"[hidden]"}'],
  [child, 'https://a.example?k=sec%22ret%201', 'https://a.example?k=[hidden]'],
  [child, 'Authorization: Bearer somebody-elses-token', 'Authorization: Bearer [hidden]'],
  [child, 'red \u001b[31m\u0007 alert\nnext\r\n', 'red  [31m  alert\nnext'],
  [web, 'you sent abc-defg', 'you sent [hidden]'],
  [web, 'p@ssword p%40ssword query-key', '[hidden] [hidden] [hidden]'],
  [web, 'x'.repeat(600), `${'x'.repeat(499)}…`],
])('%#', (config, text, expected) => {
  expect(concealing(config)(text)).toBe(expected);
});
