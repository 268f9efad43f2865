/** The slash commands that make sense in an editor, and how they speak there. */
import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { TextCommand } from '../agent/agent.ts';
import { describeUnknown, findSlashCommand, slashCommands } from '../interactive/slash/commands.ts';
import type { SlashCommand, SlashContext } from '../interactive/slash/slash-command.ts';

/** These change which session is open, or only what a terminal shows: an editor has its own ways. */
const leftOut: readonly string[] = [
  'new',
  'resume',
  'import',
  'fork',
  'rewind',
  'sessions',
  'thinking',
  'quit',
  'help',
];

/** `own`: commands in files of the user's, and prompts of MCP servers. */
export function availableCommands(own: readonly TextCommand[]): AvailableCommand[] {
  return [...offered(), ...own].map(({ name, summary, argument }) => ({
    name,
    description: summary.replace(' (also Shift-Tab)', ''),
    ...(argument === undefined ? {} : { input: { hint: argument } }),
  }));
}

function offered(): readonly SlashCommand[] {
  return slashCommands.filter(({ name }) => !leftOut.includes(name));
}

/** Also one that is left out: that is said. */
export function isEditorCommand(line: string): boolean {
  return findSlashCommand(nameIn(line)) !== undefined;
}

function nameIn(line: string): string {
  return line.slice(1).split(/\s/, 1)[0] ?? '';
}

/** What there is no command for is said so, and not sent to the model. */
export async function runEditorCommand(line: string, context: SlashContext): Promise<void> {
  const [name = '', ...words] = line.slice(1).split(/\s+/);
  const command = findSlashCommand(name);
  if (command === undefined) return context.say(describeUnknown(name).replace(' /help lists them.', ''), 'warning');
  if (leftOut.includes(command.name))
    return context.say(`/${command.name} is a command of the terminal. Use what your editor has for it.`, 'warning');
  await command.run(context, words.join(' '));
}
