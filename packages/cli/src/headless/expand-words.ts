/** What the words of the command line stand for, where they are a command of the user's own; anything else is said as it is. */
import { findCommand, readCommandLine } from '@interlock/runtime';
import type { Agent } from '../agent/agent.ts';
import { usageError } from '../command-error.ts';
import { plainText } from '../print/plain-text.ts';

export async function expandWords(words: string, { commands, mcp }: Pick<Agent, 'commands' | 'mcp'>): Promise<string> {
  const line = readCommandLine(words);
  if (line === undefined) return words;
  // Prompts are known when the servers are there.
  await mcp?.start();
  const own = findCommand(commands?.() ?? [], line.name);
  if (own !== undefined) return own.expand(line.argument);
  const { findSlashCommand } = await import('../interactive/slash/commands.ts');
  if (findSlashCommand(line.name) === undefined) return words;
  throw usageError(`/${plainText(line.name)} is a command of the terminal program. Start interlock without -p for it.`);
}
