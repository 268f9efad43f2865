/** Every reader, one line each. Their names are what users type, and their order is the order in which a file is shown to them. */
import type { AgentReader } from './agent-reader.ts';
import { claudeCode } from './agents/claude-code/index.ts';

export const readers: readonly AgentReader[] = [claudeCode];

export function readerNamed(name: string): AgentReader | undefined {
  return readers.find((reader) => reader.name === name);
}
