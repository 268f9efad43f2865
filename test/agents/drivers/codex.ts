/** Codex, over Responses. */
import { join } from 'node:path';
import type { ScriptedCall } from '@interlock/simulators';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';

const exec = ['exec', '--skip-git-repo-check', '--json', '--dangerously-bypass-approvals-and-sandbox'] as const;

/** Codex treats a provider with this name as OpenAI itself and uses its compaction. */
const openai = 'OpenAI';

export const codex: AgentDriver = codexWith('Interlock');

/** The same agent with compaction by the provider: Codex can continue such a session only there. */
export const codexCompactedRemotely: AgentDriver = { ...codexWith(openai), variant: 'compacted remotely' };

/** The same agent with a model that calls all other tools from code, which it writes for one free-form tool. */
export const codexInCode: AgentDriver = {
  ...codexWith('Interlock', 'gpt-6.1-sol'),
  variant: 'in code',
  tools: {
    run: (command) => inCode(`text((await tools.exec_command({ cmd: ${JSON.stringify(command)} })).output);`),
    read: (path) => inCode(`text((await tools.exec_command({ cmd: ${JSON.stringify(`cat ${path}`)} })).output);`),
    look: (path) => inCode(`image(await tools.view_image({ path: ${JSON.stringify(path)} }));`),
  },
};

function inCode(input: string): ScriptedCall {
  return { tool: 'exec', args: { input } };
}

function codexWith(providerName: string, model = 'gpt-5.5'): AgentDriver {
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
        `model = "${model}"`,
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
    // A limit that any session exceeds.
    compact: (home, { prompt }) =>
      home.run({ args: ['-c', 'model_auto_compact_token_limit=100', ...exec, 'resume', '--last', prompt] }),
    fork: (prompt, id) => ({ args: [...exec, 'fork', id, prompt] }),
    goOn: ({ id }, prompt) => [{ args: [...exec, 'resume', id, prompt] }],
  };
}
