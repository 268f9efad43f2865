/** Continue, over Messages. */
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';

const own = ['--config', '../config.yaml', '--auto'] as const;

export const continueCli: AgentDriver = {
  agent: 'continue',
  npm: '@continuedev/cli',
  version: '1.5.47',
  binary: 'cn',
  api: 'anthropic',
  pictures: false,
  tools: {
    // It refuses `exec`.
    run: (command) => ({ tool: 'Bash', args: { command: command.replace('exec ', '') } }),
    read: (path) => ({ tool: 'Read', args: { filepath: path } }),
    look: (path) => ({ tool: 'Read', args: { filepath: path } }),
  },
  setUp: ({ home, url, key }) => {
    const model = {
      name: 'claude-opus-4-6',
      provider: 'anthropic',
      model: 'claude-opus-4-6',
      apiBase: `${url}/v1`,
      apiKey: key,
    };
    const config = { name: 'simulator', version: '1.0.0', schema: 'v1', models: [model] };
    writeFileIn(join(home, 'config.yaml'), JSON.stringify(config));
    return {};
  },
  ask: (prompt, session) => ({ args: [...own, ...(session === 'last' ? ['--resume'] : []), '-p', prompt] }),
  underRun: { name: 'continue', ask: (prompt) => ({ args: ['--auto', '-p', prompt] }) },
  fork: (prompt, id) => ({ args: [...own, '--fork', id, '-p', prompt] }),
};
