import { expect, test } from 'vitest';
import { concealing } from '../../src/mcp/conceal.ts';
import type { McpServerConfig } from '../../src/mcp/mcp-config.ts';

const child: McpServerConfig = { command: 'x', env: { KEY: 'sec"ret 1', LONGER: 'sec"ret 1 and more', MODE: 'dev' } };
const web: McpServerConfig = {
  url: 'https://user:p%40ssword@a.example/x?key=query-key&v=1',
  headers: { Authorization: 'Bearer abc-defg' },
};

const started: McpServerConfig = {
  command: 'npx',
  args: [
    ...[
      '-y',
      '@a/server-github@2025.11.1',
      '--api-key',
      'own-key',
      '--token=own-token',
      '-e',
      'GITHUB_TOKEN=of-github',
    ],
    ...['--header', 'X-Api-Key: in-header', 'https://u:in-url@a.example/x?k=in-query', '--name', 'harmless'],
    ...['0a1b2c3d4e5f60718293a4b5', '--env=A_SECRET=in-both'],
  ],
};
const inPath: McpServerConfig = { url: 'https://own-user@a.example/mcp/0a1b2c3d4e5f60718293a4b5/sse' };

test.each<[McpServerConfig, string, string]>([
  [
    started,
    'own-key own-token of-github in-header in-url in-query 0a1b2c3d4e5f60718293a4b5 in-both',
    Array(8).fill('[hidden]').join(' '),
  ],
  [
    started,
    '@a/server-github@2025.11.1 harmless --api-key GITHUB_TOKEN',
    '@a/server-github@2025.11.1 harmless --api-key GITHUB_TOKEN',
  ],
  [inPath, 'POST /mcp/0a1b2c3d4e5f60718293a4b5/sse own-user', 'POST /mcp/[hidden]/sse [hidden]'],
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
