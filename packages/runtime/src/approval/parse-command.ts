/**
 * A command line as the simple commands it is made of, so that a pattern can be compared with each of them. It reads what POSIX
 * shells and bash agree on and nothing more: whatever it is not sure of is `unparsed`, and the user is asked. It never has to run
 * a line, so refusing one costs a question; misreading one could cost the machine.
 */
import { CommandReader } from './command-reader.ts';
import { Unparsed } from './line-cursor.ts';
import type { SimpleCommand } from './simple-command.ts';

export type ParsedCommand = { readonly commands: readonly SimpleCommand[] } | { readonly unparsed: string };

const longestLine = 20_000;

export function parseCommand(line: string): ParsedCommand {
  if (line.length > longestLine) return { unparsed: 'it is very long' };
  if (hasControls(line)) return { unparsed: 'it has control characters' };
  try {
    const commands: SimpleCommand[] = [];
    new CommandReader(line, commands, 0).readAll();
    return { commands };
  } catch (error) {
    if (error instanceof Unparsed) return { unparsed: error.message };
    throw error;
  }
}

function hasControls(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if ((code < 32 && code !== 9 && code !== 10) || code === 127) return true;
  }
  return false;
}
