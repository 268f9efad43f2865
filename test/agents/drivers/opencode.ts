/** opencode, over Messages. */
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';
import type { AgentHome, Ended } from '../run-agent.ts';

const run = ['run', '--format', 'json', '--auto', '-m', 'simulator/claude-opus-4-6'] as const;

export const opencodeTools: AgentDriver['tools'] = {
  run: (command) => ({ tool: 'bash', args: { command, description: 'Runs a command' } }),
  read: (path) => ({ tool: 'read', args: { filePath: path } }),
  look: (path) => ({ tool: 'read', args: { filePath: path } }),
};

/** The text of its configuration file. */
export function opencodeConfig({ url, key }: { readonly url: string; readonly key: string }): string {
  const models = {
    'claude-opus-4-6': { attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } },
  };
  const options = { baseURL: `${url}/v1`, apiKey: key };
  const provider = { simulator: { npm: '@ai-sdk/anthropic', name: 'simulator', options, models } };
  return JSON.stringify({ provider, model: 'simulator/claude-opus-4-6' });
}

/** The prompt goes to standard input: opencode adds quotes to a prompt in the arguments. */
export const opencode: AgentDriver = {
  agent: 'opencode',
  npm: 'opencode-ai',
  version: '1.18.33',
  binary: 'opencode',
  api: 'anthropic',
  tools: opencodeTools,
  setUp: ({ home, ...server }) => {
    writeFileIn(join(home, '.config/opencode/opencode.json'), opencodeConfig(server));
    return { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' };
  },
  ask: (prompt, session) => ({ args: [...run, ...(session === 'last' ? ['-c'] : [])], stdin: prompt }),
  underRun: {
    name: 'opencode',
    ask: (prompt, { model }) => ({
      args: ['run', '--format', 'json', '--auto', '-m', `interlock/${model}`],
      stdin: prompt,
      environment: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    }),
  },
  compact: (home, { id }) => compactOverHttp(home, id),
  fork: (prompt, id) => ({ args: [...run, '-s', id, '--fork'], stdin: prompt }),
  goOn: ({ id, file }, prompt) => [{ args: ['import', file] }, { args: [...run, '-s', id], stdin: prompt }],
};

/** Its command line cannot compact, but the server behind its terminal UI can. */
async function compactOverHttp(home: AgentHome, id: string): Promise<Ended> {
  let asked: Promise<string> | undefined;
  let answer: string | undefined;
  const { output } = await home.runUntil({ args: ['serve', '--port', '0'] }, (printed) => {
    const url = /listening on (http:\S+)/.exec(printed)?.[1];
    if (url !== undefined && asked === undefined) {
      asked = summarize(url, id, home.folder);
      asked.then(
        (text) => (answer = text),
        (error: unknown) => (answer = String(error)),
      );
    }
    return answer !== undefined;
  });
  return { code: answer === 'true' ? 0 : 1, output: `${output}\n${answer}` };
}

async function summarize(url: string, id: string, folder: string): Promise<string> {
  const response = await fetch(`${url}/session/${id}/summarize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-opencode-directory': folder },
    body: JSON.stringify({ providerID: 'simulator', modelID: 'claude-opus-4-6' }),
  });
  return response.text();
}
