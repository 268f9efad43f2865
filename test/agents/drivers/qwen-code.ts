/** Qwen Code, over Chat Completions. */
import { join } from 'node:path';
import { type AgentDriver, writeFileIn } from '../agent-driver.ts';

const options = ['--auth-type', 'openai', '-y', '-o', 'json'] as const;

export const qwenCode: AgentDriver = {
  agent: 'qwen-code',
  npm: '@qwen-code/qwen-code',
  version: '0.24.4',
  binary: 'qwen',
  api: 'qwen',
  path: '/compatible-mode',
  tools: {
    // On a busy machine it loses the output of a command that exits at once.
    run: (command) => ({
      tool: 'run_shell_command',
      args: { command: `trap 'sleep 1' EXIT; ${command}`, is_background: false },
    }),
    read: (path) => ({ tool: 'read_file', args: { file_path: path } }),
    look: (path) => ({ tool: 'read_file', args: { file_path: path } }),
  },
  setUp: ({ home, url, key }) => {
    writeSettings(home);
    return { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: 'qwen3.8-max' };
  },
  ask: (prompt, session) => ({ args: [...options, ...(session === 'last' ? ['-c'] : []), '-p', prompt] }),
  underRun: {
    name: 'qwen',
    ask: (prompt, { home }) => {
      writeSettings(home);
      return { args: ['-y', '-o', 'json', '-p', prompt] };
    },
  },
  compact: (home) => home.run({ args: [...options, '-c', '-p', '/compress'] }),
  fork: (prompt, id) => ({ args: [...options, '-r', id, '--fork-session', '-p', prompt] }),
};

/** In its interactive shell, the output of a short command is sometimes empty on a busy machine. */
function writeSettings(home: string): void {
  const settings = { tools: { shell: { enableInteractiveShell: false } } };
  writeFileIn(join(home, '.qwen/settings.json'), JSON.stringify(settings));
}
