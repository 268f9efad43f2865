/** The agents that the client runs: ours, and a second one, so that the script tests the protocol and not only our agent. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptedCall } from '@interlock/simulators';
import { opencode } from '../agents/drivers/opencode.ts';
import { installAgent } from '../agents/run-agent.ts';
import { root } from '../architecture/repository.ts';

export interface Served {
  readonly home: string;
  readonly url: string;
  readonly key: string;
}

export interface AcpAgent {
  readonly name: string;
  /** The command line that the client starts. */
  command(): string;
  /** Writes its configuration and returns its environment. */
  setUp(served: Served): Readonly<Record<string, string>>;
  readonly tools: {
    run(command: string): ScriptedCall;
    read(path: string): ScriptedCall;
    write(path: string, content: string): ScriptedCall;
  };
  /** The value of the model option, and the provider's name for the same model. */
  readonly models: readonly { readonly value: string; readonly model: string }[];
}

export const acpAgents: readonly AcpAgent[] = [
  {
    name: 'interlock',
    command: () => `${process.execPath} ${join(root, 'packages/cli/bin/interlock.js')} acp --sandbox off`,
    setUp: ({ home, url, key }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      OLLAMA_HOST: 'http://127.0.0.1:9',
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CONFIG_HOME: join(home, 'config'),
    }),
    tools: {
      run: (command) => ({ tool: 'run_command', args: { command } }),
      read: (path) => ({ tool: 'read_file', args: { path } }),
      write: (path, content) => ({ tool: 'write_file', args: { path, content } }),
    },
    models: [
      { value: 'anthropic/claude-opus-4-8', model: 'claude-opus-4-8' },
      { value: 'anthropic/claude-sonnet-5', model: 'claude-sonnet-5' },
    ],
  },
  {
    name: 'opencode',
    command: () => `${installAgent(opencode)} acp`,
    setUp: ({ home, url, key }) => {
      const model = { attachment: true, modalities: { input: ['text'], output: ['text'] } };
      const options = { baseURL: `${url}/v1`, apiKey: key };
      const models = { 'claude-opus-4-8': model, 'claude-sonnet-5': model };
      const provider = { simulator: { npm: '@ai-sdk/anthropic', name: 'simulator', options, models } };
      const config = {
        provider,
        model: 'simulator/claude-opus-4-8',
        small_model: 'simulator/claude-sonnet-5',
        permission: { edit: 'ask', bash: 'allow' },
      };
      mkdirSync(join(home, '.config/opencode'), { recursive: true });
      writeFileSync(join(home, '.config/opencode/opencode.json'), JSON.stringify(config));
      return { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' };
    },
    tools: {
      run: opencode.tools.run,
      read: opencode.tools.read,
      write: (path, content) => ({ tool: 'write', args: { filePath: path, content } }),
    },
    models: [
      { value: 'simulator/claude-opus-4-8', model: 'claude-opus-4-8' },
      { value: 'simulator/claude-sonnet-5', model: 'claude-sonnet-5' },
    ],
  },
];
