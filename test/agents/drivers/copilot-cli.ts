/** Copilot CLI, over Messages, without a login. */
import type { AgentDriver } from '../agent-driver.ts';

const options = ['--allow-all-tools', '--allow-all-paths'] as const;

/** It does not send a picture that it looks at by a tool, only one that the user attaches. */
const picture = ['--attachment', 'picture.png'] as const;

export const copilotCli: AgentDriver = {
  agent: 'copilot-cli',
  npm: '@github/copilot',
  version: '1.0.102',
  binary: 'copilot',
  api: 'anthropic',
  tools: {
    run: (command) => ({ tool: 'bash', args: { command, description: 'Runs a command' } }),
    read: (path) => ({ tool: 'view', args: { path } }),
    look: (path) => ({ tool: 'view', args: { path } }),
  },
  setUp: ({ url, key }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: url,
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_API_KEY: key,
    COPILOT_MODEL: 'claude-opus-4-6',
  }),
  ask: (prompt, session) => ({ args: [...options, ...(session === 'last' ? ['--continue'] : picture), '-p', prompt] }),
  underRun: { name: 'copilot', ask: (prompt) => ({ args: [...options, ...picture, '-p', prompt] }) },
  compact: (home) => home.run({ args: [...options, '--continue', '-p', '/compact'] }),
};
