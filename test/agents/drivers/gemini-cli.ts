/** Gemini CLI, over generateContent. */
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';

const options = ['-o', 'json', '-m', 'gemini-3-pro-preview', '-y'] as const;

/** In its interactive shell, the output of a short command is sometimes empty on a busy machine. */
const quietShell = { shell: { enableInteractiveShell: false } };

export const geminiCli: AgentDriver = {
  agent: 'gemini-cli',
  npm: '@google/gemini-cli',
  version: '0.61.0',
  binary: 'gemini',
  api: 'gemini',
  // After a resume it sends every result twice (GEM-004).
  resumes: false,
  tools: {
    run: (command) => ({ tool: 'run_shell_command', args: { command } }),
    read: (path) => ({ tool: 'read_file', args: { file_path: path } }),
    look: (path) => ({ tool: 'read_file', args: { file_path: path } }),
  },
  setUp: ({ home, url, key }) => {
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } }, tools: quietShell };
    writeFileIn(join(home, '.gemini/settings.json'), JSON.stringify(settings));
    return { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  },
  ask: (prompt, session) => ({ args: [...(session === 'last' ? ['-r', 'latest'] : []), '-p', prompt, ...options] }),
  underRun: {
    name: 'gemini',
    ask: (prompt, { home }) => {
      // Signed in with a Google account, as most users are.
      const settings = { security: { auth: { selectedType: 'oauth-personal' } }, tools: quietShell };
      writeFileIn(join(home, '.gemini/settings.json'), JSON.stringify(settings));
      return { args: ['-p', prompt, ...options], environment: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } };
    },
  },
  compact: (home) => home.run({ args: ['-r', 'latest', '-p', '/compress', ...options] }),
};
