/**
 * Splits a command line into its simple commands, so that each can be compared with patterns. It accepts only what dash, bash, busybox
 * ash, mksh, zsh, yash and ksh read in the same way, because any of them may be `/bin/sh`; everything else is `unparsed`, and the user is
 * asked. Refusing a line costs a question; misreading one could cost the machine.
 */
import { CommandReader } from './command-reader.ts';
import { Unparsed } from './line-cursor.ts';
import type { SimpleCommand } from './simple-command.ts';

export type ParsedCommand = { readonly commands: readonly SimpleCommand[] } | { readonly unparsed: string };

const longestLine = 20_000;

export function parseCommand(line: string): ParsedCommand {
  if (line.length > longestLine) return { unparsed: 'it is very long' };
  if (hasControls(line)) return { unparsed: 'it has control characters' };
  if (!line.isWellFormed()) return { unparsed: 'it has half of a character' };
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
