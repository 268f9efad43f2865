/** Kilo, which is built on opencode, over Messages. */
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';

const run = ['run', '--format', 'json', '--auto'] as const;
const own = ['-m', 'simulator/claude-opus-4-6'] as const;
const quiet = { KILO_DISABLE_AUTOUPDATE: '1', KILO_DISABLE_MODELS_FETCH: '1', KILO_TELEMETRY_LEVEL: 'off' } as const;

export const kilo: AgentDriver = {
  agent: 'kilo',
  reader: 'opencode',
  npm: '@kilocode/cli',
  version: '7.7.7',
  binary: 'kilo',
  api: 'anthropic',
  tools: {
    run: (command) => ({ tool: 'bash', args: { command, description: 'Runs a command' } }),
    read: (path) => ({ tool: 'read', args: { filePath: path } }),
    look: (path) => ({ tool: 'read', args: { filePath: path } }),
  },
  setUp: ({ home, url, key }) => {
    const models = {
      'claude-opus-4-6': { attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } },
    };
    const options = { baseURL: `${url}/v1`, apiKey: key };
    const provider = { simulator: { npm: '@ai-sdk/anthropic', name: 'simulator', options, models } };
    const config = { provider, model: 'simulator/claude-opus-4-6' };
    writeFileIn(join(home, '.config/kilo/kilo.json'), JSON.stringify(config));
    return quiet;
  },
  ask: (prompt, session) => ({ args: [...run, ...own, ...(session === 'last' ? ['-c'] : [])], stdin: prompt }),
  underRun: {
    name: 'kilo',
    ask: (prompt, { model }) => ({ args: [...run, '-m', `interlock/${model}`], stdin: prompt, environment: quiet }),
  },
  fork: (prompt, id) => ({ args: [...run, ...own, '-s', id, '--fork'], stdin: prompt }),
};
