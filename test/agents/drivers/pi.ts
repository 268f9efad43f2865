/** pi, over Messages. */
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';

/** A model with a window that any session fills, so pi compacts before it answers. */
const small = ['--provider', 'simulator', '--model', 'claude-opus-4-5'] as const;
const model = ['--provider', 'simulator', '--model', 'claude-opus-4-6'] as const;

export const pi: AgentDriver = {
  agent: 'pi',
  npm: '@earendil-works/pi-coding-agent',
  version: '0.87.1',
  binary: 'pi',
  api: 'anthropic',
  tools: {
    run: (command) => ({ tool: 'bash', args: { command } }),
    read: (path) => ({ tool: 'read', args: { path } }),
    look: (path) => ({ tool: 'read', args: { path } }),
  },
  setUp: ({ home, url, key }) => {
    const known = { input: ['text', 'image'] };
    const models = [
      { ...known, id: 'claude-opus-4-6', name: 'claude-opus-4-6', reasoning: true },
      { ...known, id: 'claude-opus-4-5', name: 'claude-opus-4-5', contextWindow: 2_000, maxTokens: 500 },
    ];
    const provider = { baseUrl: url, apiKey: key, api: 'anthropic-messages', models };
    const compaction = { reserveTokens: 1_000, keepRecentTokens: 50 };
    writeFileIn(join(home, '.pi/agent/settings.json'), JSON.stringify({ compaction }));
    writeFileIn(join(home, '.pi/agent/models.json'), JSON.stringify({ providers: { simulator: provider } }));
    return { PI_OFFLINE: '1' };
  },
  ask: (prompt, session) => ({ args: [...model, ...(session === 'last' ? ['-c'] : []), '-p', prompt] }),
  underRun: { name: 'pi', ask: (prompt) => ({ args: ['-p', prompt], environment: { PI_OFFLINE: '1' } }) },
  compact: (home, { prompt }) => home.run({ args: [...small, '-c', '-p', prompt] }),
  fork: (prompt, id) => ({ args: [...model, '--fork', id, '-p', prompt] }),
  goOn: ({ file }, prompt) => [{ args: ['--session', file, ...model, '-p', prompt] }],
};
