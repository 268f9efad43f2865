/** Every reader, one line each. Their names are what users type, and their order is the order in which a file is shown to them. */
import type { AgentReader } from './agent-reader.ts';
import { claudeCode } from './agents/claude-code/index.ts';
import { codex } from './agents/codex/index.ts';
import { geminiCli } from './agents/gemini-cli/index.ts';

export const readers: readonly AgentReader[] = [claudeCode, codex, geminiCli];

export function readerNamed(name: string): AgentReader | undefined {
  return readers.find((reader) => reader.name === name);
}
