/** Expands a custom command: one in a file, or a prompt of an MCP server. The same in every front end. */
import { findCommand, readCommandLine } from '@interlock/runtime';
import type { Agent } from './agent.ts';

/** Undefined: there is no such command. Rejects if it cannot be expanded. */
export async function expandCustomCommand(
  text: string,
  { commands }: Pick<Agent, 'commands'>,
): Promise<string | undefined> {
  const line = readCommandLine(text);
  return line === undefined ? undefined : findCommand(commands?.() ?? [], line.name)?.expand(line.argument);
}
