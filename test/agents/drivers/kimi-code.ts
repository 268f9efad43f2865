/** Kimi Code, over Messages. */
import type { AgentDriver } from '../agent-driver.ts';

export const kimiCode: AgentDriver = {
  agent: 'kimi-code',
  npm: '@moonshot-ai/kimi-code',
  version: '2.1.0',
  binary: 'kimi',
  api: 'anthropic',
  tools: {
    run: (command) => ({ tool: 'Bash', args: { command } }),
    read: (path) => ({ tool: 'Read', args: { path } }),
    look: (path) => ({ tool: 'ReadMediaFile', args: { path } }),
  },
  setUp: ({ url, key }) => ({
    KIMI_MODEL_NAME: 'claude-opus-4-6',
    KIMI_MODEL_PROVIDER_TYPE: 'anthropic',
    KIMI_MODEL_BASE_URL: url,
    KIMI_MODEL_API_KEY: key,
    KIMI_DISABLE_TELEMETRY: '1',
    KIMI_CODE_NO_AUTO_UPDATE: '1',
  }),
  ask: (prompt, session) => ({ args: [...(session === 'last' ? ['-c'] : []), '-p', prompt] }),
  compact: (home, { prompt }) =>
    home.run({ args: ['-c', '-p', prompt], environment: { KIMI_MODEL_MAX_CONTEXT_SIZE: '8000' } }),
  underRun: { name: 'kimi', ask: (prompt) => ({ args: ['-p', prompt] }) },
};
