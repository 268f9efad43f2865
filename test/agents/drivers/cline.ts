/** Cline, over Chat Completions. Without a terminal it resumes a session only for an editor, over the Agent Client Protocol. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentDriver, type AgentRun, writeFileIn } from '../agent-driver.ts';

const provider = 'openai-compatible';
const model = 'gpt-4.1';

/** No background process, which would go on after the prompt is answered. */
const alone = { CLINE_SESSION_BACKEND_MODE: 'local' } as const;

export const cline: AgentDriver = {
  agent: 'cline',
  npm: 'cline',
  version: '3.0.65',
  binary: 'cline',
  api: 'openai-chat',
  tools: {
    run: (command) => ({ tool: 'run_commands', args: { commands: [command] } }),
    read: (path) => ({ tool: 'read_files', args: { files: [{ path }] } }),
    look: (path) => ({ tool: 'read_files', args: { files: [{ path }] } }),
  },
  setUp: ({ home, url, key }) => {
    const settings = { provider, apiKey: key, model, baseUrl: `${url}/v1` };
    const entry = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' };
    const file = { version: 1, lastUsedProvider: provider, modes: {}, providers: { [provider]: entry } };
    writeFileIn(join(home, '.cline/data/settings/providers.json'), JSON.stringify(file));
    // For the protocol of editors, it takes these from the environment.
    return { ...alone, CLINE_API_KEY: key, CLINE_PROVIDER: provider, CLINE_MODEL: model };
  },
  ask: (prompt, session, home) => (session === 'last' ? resume(prompt, home) : { args: ['--json', prompt] }),
  underRun: { name: 'cline', ask: (prompt) => ({ args: ['--json', prompt] }) },
};

function resume(prompt: string, home: string): AgentRun {
  const sessionId = lastSession(home);
  const request = (id: number, method: string, params: object): { line: string; until: RegExp } => ({
    line: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    until: new RegExp(`"id":${id},"(?:result|error)"`),
  });
  return {
    args: ['--acp', '--auto-approve', 'true'],
    dialogue: [
      request(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} }),
      request(2, 'session/load', { sessionId, cwd: join(home, 'project'), mcpServers: [] }),
      request(3, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: prompt }] }),
    ],
  };
}

/** The names of sessions begin with the time. */
function lastSession(home: string): string {
  return readdirSync(join(home, '.cline/data/sessions')).sort().at(-1) ?? '';
}
