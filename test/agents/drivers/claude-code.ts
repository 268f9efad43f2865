/** Claude Code, over Messages. */
import type { AgentDriver } from '../agent-driver.ts';

const print = ['--output-format', 'json', '--allowedTools', 'Bash,Read'] as const;

export const claudeCode: AgentDriver = {
  agent: 'claude-code',
  npm: '@anthropic-ai/claude-code',
  version: '2.1.325',
  binary: 'claude',
  api: 'anthropic',
  tools: {
    run: (command) => ({ tool: 'Bash', args: { command, description: 'Runs a command' } }),
    read: (path) => ({ tool: 'Read', args: { file_path: path } }),
    look: (path) => ({ tool: 'Read', args: { file_path: path } }),
  },
  setUp: ({ url, key }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_MODEL: 'claude-opus-4-6',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  ask: (prompt, session) => ({ args: ['-p', prompt, ...(session === 'last' ? ['--continue'] : []), ...print] }),
  underRun: { name: 'claude-code', ask: (prompt) => ({ args: ['-p', prompt, ...print] }) },
  compact: (home) => home.run({ args: ['-p', '/compact', '--continue', ...print] }),
  fork: (prompt, id) => ({ args: ['-p', prompt, '--resume', id, '--fork-session', ...print] }),
  goOn: ({ id }, prompt) => [{ args: ['-p', prompt, '--resume', id, '--output-format', 'json'] }],
};
