/** The prompt of the command line, with custom commands expanded; anything else is sent as it is. */
import { readCommandLine } from '@interlock/runtime';
import type { Agent } from '../agent/agent.ts';
import { expandOwn } from '../agent/expand-own.ts';
import { usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';

export async function expandWords(words: string, agent: Pick<Agent, 'commands' | 'mcp'>): Promise<string> {
  const line = readCommandLine(words);
  if (line === undefined) return words;
  const { findSlashCommand } = await import('../slash/commands.ts');
  if (findSlashCommand(line.name) !== undefined)
    throw usageError(
      `/${plainText(line.name)} works only in the interactive terminal. Start interlock without -p to use it.`,
    );
  // Prompts are known when the servers are there.
  await agent.mcp?.start();
  return (await expandOwn(words, agent)) ?? words;
}
