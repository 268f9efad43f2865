/** How a real agent is installed, pointed at a simulator, and made to go on with a session. One value an agent. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ApiName } from '@interlock/simulators';

export interface AgentScene {
  /** A home of its own. */
  readonly home: string;
  readonly url: string;
  readonly key: string;
}

export interface AgentRun {
  readonly args: readonly string[];
  readonly stdin?: string;
}

export interface AgentDriver {
  /** As the writer is called. */
  readonly agent: string;
  readonly npm: string;
  readonly version: string;
  readonly binary: string;
  readonly api: ApiName;
  /** Writes the agent's configuration, and returns its environment. */
  setUp(scene: AgentScene): Readonly<Record<string, string>>;
  /** The runs that go on with the session, the last one with the prompt. `file`: where the session was written. */
  goOn(session: { readonly id: string; readonly file: string }, prompt: string): readonly AgentRun[];
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const claudeCode: AgentDriver = {
  agent: 'claude-code',
  npm: '@anthropic-ai/claude-code',
  version: '2.1.325',
  binary: 'claude',
  api: 'anthropic',
  setUp: ({ url, key }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_MODEL: 'claude-opus-4-6',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  goOn: ({ id }, prompt) => [{ args: ['-p', prompt, '--resume', id, '--output-format', 'json'] }],
};

const codex: AgentDriver = {
  agent: 'codex',
  npm: '@openai/codex',
  version: '0.166.0',
  binary: 'codex',
  api: 'openai-responses',
  setUp: ({ home, url, key }) => {
    const lines = [
      'model = "gpt-5.5"',
      'model_provider = "simulator"',
      '[model_providers.simulator]',
      'name = "simulator"',
      `base_url = "${url}/v1"`,
      'env_key = "SIMULATOR_KEY"',
      'wire_api = "responses"',
      '[analytics]',
      'enabled = false',
    ];
    write(join(home, '.codex/config.toml'), `${lines.join('\n')}\n`);
    return { SIMULATOR_KEY: key };
  },
  goOn: ({ id }, prompt) => [{ args: ['exec', '--skip-git-repo-check', '--json', 'resume', id, prompt] }],
};

const pi: AgentDriver = {
  agent: 'pi',
  npm: '@earendil-works/pi-coding-agent',
  version: '0.87.1',
  binary: 'pi',
  api: 'anthropic',
  setUp: ({ home, url, key }) => {
    const model = { id: 'claude-opus-4-6', name: 'claude-opus-4-6', input: ['text', 'image'], reasoning: false };
    const provider = { baseUrl: url, apiKey: key, api: 'anthropic-messages', models: [model] };
    write(join(home, '.pi/agent/models.json'), JSON.stringify({ providers: { simulator: provider } }));
    return { PI_OFFLINE: '1' };
  },
  goOn: ({ file }, prompt) => [
    { args: ['--session', file, '--provider', 'simulator', '--model', 'claude-opus-4-6', '-p', prompt] },
  ],
};

const opencode: AgentDriver = {
  agent: 'opencode',
  npm: 'opencode-ai',
  version: '1.18.33',
  binary: 'opencode',
  api: 'anthropic',
  setUp: ({ home, url, key }) => {
    const models = {
      'claude-opus-4-6': { attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } },
    };
    const options = { baseURL: `${url}/v1`, apiKey: key };
    const provider = { simulator: { npm: '@ai-sdk/anthropic', name: 'simulator', options, models } };
    write(
      join(home, '.config/opencode/opencode.json'),
      JSON.stringify({ provider, model: 'simulator/claude-opus-4-6' }),
    );
    return { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' };
  },
  goOn: ({ id, file }, prompt) => [
    { args: ['import', file] },
    // It quotes a prompt that is given as an argument.
    { args: ['run', '--format', 'json', '-m', 'simulator/claude-opus-4-6', '-s', id], stdin: prompt },
  ],
};

export const agentDrivers: readonly AgentDriver[] = [claudeCode, codex, pi, opencode];
