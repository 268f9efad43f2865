/** Codex, over Responses. */
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';

const exec = ['exec', '--skip-git-repo-check', '--json', '--dangerously-bypass-approvals-and-sandbox'] as const;

/** Codex takes a provider of that name for OpenAI itself, and lets it compact. */
const openai = 'OpenAI';

export const codex: AgentDriver = codexWith('Interlock');

/** The same, compacted by the provider: Codex itself can continue with such a session only there. */
export const codexCompactedRemotely: AgentDriver = { ...codexWith(openai), variant: 'compacted remotely' };

function codexWith(providerName: string): AgentDriver {
  return {
    agent: 'codex',
    npm: '@openai/codex',
    version: '0.166.0',
    binary: 'codex',
    api: 'openai-responses',
    tools: {
      run: (command) => ({ tool: 'exec_command', args: { cmd: command } }),
      read: (path) => ({ tool: 'exec_command', args: { cmd: `cat ${path}` } }),
      look: (path) => ({ tool: 'view_image', args: { path } }),
    },
    setUp: ({ home, url, key }) => {
      const lines = [
        'model = "gpt-5.5"',
        'model_provider = "simulator"',
        '[model_providers.simulator]',
        `name = "${providerName}"`,
        `base_url = "${url}/v1"`,
        'env_key = "SIMULATOR_KEY"',
        'wire_api = "responses"',
        '[analytics]',
        'enabled = false',
      ];
      writeFileIn(join(home, '.codex/config.toml'), `${lines.join('\n')}\n`);
      return { SIMULATOR_KEY: key };
    },
    ask: (prompt, session) => ({ args: [...exec, ...(session === 'last' ? ['resume', '--last'] : []), prompt] }),
    underRun: { name: 'codex', ask: (prompt) => ({ args: [...exec, '-m', 'gpt-5.5', prompt] }) },
    // A limit that any session is above.
    compact: (home, { prompt }) =>
      home.run({ args: ['-c', 'model_auto_compact_token_limit=100', ...exec, 'resume', '--last', prompt] }),
    fork: (prompt, id) => ({ args: [...exec, 'fork', id, prompt] }),
    goOn: ({ id }, prompt) => [{ args: [...exec, 'resume', id, prompt] }],
  };
}
