/** Kilo, which is built on opencode, over Messages. */
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';
import { opencodeConfig, opencodeTools } from './opencode.ts';

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
  tools: opencodeTools,
  setUp: ({ home, ...server }) => {
    writeFileIn(join(home, '.config/kilo/kilo.json'), opencodeConfig(server));
    return quiet;
  },
  ask: (prompt, session) => ({ args: [...run, ...own, ...(session === 'last' ? ['-c'] : [])], stdin: prompt }),
  underRun: {
    name: 'kilo',
    ask: (prompt, { model }) => ({ args: [...run, '-m', `interlock/${model}`], stdin: prompt, environment: quiet }),
  },
  fork: (prompt, id) => ({ args: [...run, ...own, '-s', id, '--fork'], stdin: prompt }),
};
