/**
 * The options of a coding agent: tools for files and commands, subagents, the workspace in the prompt and the project's AGENTS.md.
 * Used by the command line; without it a session has only the tools it is given.
 */
import { type BuiltInOptions, builtInTools } from '../tools/built-in-tools.ts';
import type { SessionOptions } from './session-options.ts';
import { codingRole } from './system-prompt.ts';

/** Given options take precedence: `tools` replaces the built-in ones, `subagents: false` turns `task` off. */
export function codingAgent<Given extends object>(options: Given & BuiltInOptions): CodingPreset & Given {
  const preset: CodingPreset = {
    tools: builtInTools(options),
    role: codingRole,
    describesWorkspace: true,
    instructions: true,
    subagents: {},
    readOutput: 'always',
    todos: true,
    plans: true,
  };
  return { ...preset, ...options };
}

type Preset = 'tools' | 'role' | 'describesWorkspace' | 'instructions' | 'subagents' | 'readOutput' | 'todos' | 'plans';

export type CodingPreset = { readonly [key in Preset]: NonNullable<SessionOptions[key]> };
