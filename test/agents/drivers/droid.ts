/** Droid, over Messages. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';

const exec = ['exec', '-o', 'json', '--skip-permissions-unsafe'] as const;
const own = [...exec, '-m', 'custom:claude-opus-4-6'] as const;

export const droid: AgentDriver = {
  agent: 'droid',
  npm: 'droid',
  version: '0.215.0',
  binary: 'droid',
  api: 'anthropic',
  // Its reminders are a user message of their own before the prompt.
  breaks: ['ANT-021'],
  tools: {
    run: (command) => ({ tool: 'Execute', args: { summary: 'Run a command', command } }),
    read: (path) => ({ tool: 'Read', args: { file_path: path } }),
    look: (path) => ({ tool: 'Read', args: { file_path: path } }),
  },
  setUp: ({ home, url, key }) => {
    const model = {
      model: 'claude-opus-4-6',
      displayName: 'simulator',
      baseUrl: url,
      apiKey: key,
      provider: 'anthropic',
    };
    writeFileIn(join(home, '.factory/settings.json'), JSON.stringify({ customModels: [model] }));
    // Without it, it needs an account, and reports what it does.
    return { FACTORY_AIRGAP_ENABLED: 'true' };
  },
  // Its other way to resume a session, `-s`, asks its own service first.
  ask: (prompt, session, home) => ({
    args: [...own, ...(session === 'last' ? ['--fork', lastSession(home)] : []), prompt],
  }),
  underRun: { name: 'droid', ask: (prompt) => ({ args: [...exec, prompt] }) },
  fork: (prompt, id) => ({ args: [...own, '--fork', id, prompt] }),
};

function lastSession(home: string): string {
  const folder = join(home, '.factory/sessions');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  const times = new Map(files.map((name) => [name, statSync(join(folder, name)).mtimeMs]));
  const last = files.toSorted((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0)).at(-1);
  return last?.replace(/^.*\/|\.jsonl$/g, '') ?? '';
}
