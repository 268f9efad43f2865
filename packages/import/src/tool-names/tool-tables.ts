/**
 * Tools of other agents that are exactly one of ours under another name: the same effect, every argument with the same
 * meaning. A call with an argument that is not in the table stays unchanged, so nothing is mapped by guessing.
 */

export interface ToolTwin {
  /** The name of our tool. */
  readonly name: string;
  /** Their argument names, and ours. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Arguments that must be present and not empty, because an empty one has another meaning there. */
  readonly required?: readonly string[];
}

export type ToolTable = Readonly<Record<string, ToolTwin>>;

const editText = { name: 'edit_file', required: ['old_string'] } as const;

/** Lines are counted from 0 there, so a call with an offset is not the same. */
const geminiTools: ToolTable = {
  run_shell_command: { name: 'run_command', parameters: { command: 'command', description: 'description' } },
  read_file: { name: 'read_file', parameters: { file_path: 'path', absolute_path: 'path' } },
  write_file: { name: 'write_file', parameters: { file_path: 'path', content: 'content' } },
  replace: { ...editText, parameters: { file_path: 'path', old_string: 'old_text', new_string: 'new_text' } },
};

const piTools: ToolTable = {
  bash: { name: 'run_command', parameters: { command: 'command' } },
  read: { name: 'read_file', parameters: { path: 'path', offset: 'offset', limit: 'limit' } },
  write: { name: 'write_file', parameters: { path: 'path', content: 'content' } },
  edit: {
    name: 'edit_file',
    parameters: { path: 'path', oldText: 'old_text', newText: 'new_text' },
    required: ['oldText'],
  },
};

export const toolTables: Readonly<Record<string, ToolTable>> = {
  'claude-code': {
    Bash: {
      name: 'run_command',
      parameters: { command: 'command', timeout: 'timeout_ms', description: 'description' },
    },
    Read: { name: 'read_file', parameters: { file_path: 'path', offset: 'offset', limit: 'limit' } },
    Write: { name: 'write_file', parameters: { file_path: 'path', content: 'content' } },
    Edit: {
      ...editText,
      parameters: {
        file_path: 'path',
        old_string: 'old_text',
        new_string: 'new_text',
        replace_all: 'replace_all',
      },
    },
  },
  codex: {
    shell_command: {
      name: 'run_command',
      parameters: { command: 'command', workdir: 'cwd', timeout_ms: 'timeout_ms' },
    },
  },
  'gemini-cli': geminiTools,
  qwen: geminiTools,
  pi: piTools,
  openclaw: piTools,
  opencode: {
    bash: {
      name: 'run_command',
      parameters: { command: 'command', timeout: 'timeout_ms', description: 'description' },
    },
    read: { name: 'read_file', parameters: { filePath: 'path' } },
    write: { name: 'write_file', parameters: { filePath: 'path', content: 'content' } },
    edit: {
      name: 'edit_file',
      parameters: { filePath: 'path', oldString: 'old_text', newString: 'new_text', replaceAll: 'replace_all' },
      required: ['oldString'],
    },
  },
};
