/** The slash commands that make sense in an editor, and how they speak there. */
import type { AvailableCommand } from '@agentclientprotocol/sdk';
import { findCommand, readCommandLine } from '@interlock/runtime';
import type { Agent, TextCommand } from '../agent/agent.ts';
import { describeUnknown, findSlashCommand, slashCommands } from '../interactive/slash/commands.ts';
import type { SlashCommand, SlashContext } from '../interactive/slash/slash-command.ts';
import { invalidParams } from './protocol-error.ts';

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

/** `line`: without the slash. What there is no command for is said so, and not sent to the model. */
export async function runEditorCommand(line: string, context: SlashContext): Promise<void> {
  const [name = '', ...words] = line.split(/\s+/);
  const command = findSlashCommand(name);
  if (command === undefined) return context.say(describeUnknown(name).replace(' /help lists them.', ''), 'warning');
  if (leftOut.includes(command.name))
    return context.say(`/${command.name} is a command of the terminal. Use what your editor has for it.`, 'warning');
  await command.run(context, words.join(' '));
}

/** What a command of the user's own stands for; undefined: it is none. A command that cannot be made is refused. */
export async function expandOwn(line: string, { commands }: Pick<Agent, 'commands'>): Promise<string | undefined> {
  const { name, argument } = readCommandLine(`/${line}`) ?? { name: '', argument: '' };
  if (findSlashCommand(name) !== undefined) return undefined;
  return findCommand(commands?.() ?? [], name)
    ?.expand(argument)
    .catch((error: unknown) => {
      throw invalidParams(error instanceof Error ? error.message : String(error), 'prompt');
    });
}
