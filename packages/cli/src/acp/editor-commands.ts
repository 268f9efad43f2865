/** The slash commands that are available in an editor, and how they answer there. */
import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { TextCommand } from '../agent/agent.ts';
import type { SlashCommand, SlashContext } from '../slash/slash-command.ts';
import { describeUnknown, findSlashCommand, slashCommands } from '../slash/slash-commands.ts';
import { forkCommand, rewindCommand } from './copy-commands.ts';

/** Terminal commands that editors replace, with what to do instead. */
const replacedByEditor: Readonly<Record<string, string>> = {
  new: 'Open a new session in your editor.',
  resume: "Open it from your editor's session list.",
  import: "Sessions of other agents are in your editor's session list.",
  sessions: "Use your editor's session list.",
  thinking: 'Your editor shows or hides thinking.',
  quit: 'Close the session in your editor.',
  help: 'Your editor lists the commands when you type a slash.',
};

/** Commands that work differently in an editor. */
const editorVersions: readonly SlashCommand[] = [forkCommand, rewindCommand];

/** `own`: custom commands in files, and prompts of MCP servers. */
export function availableCommands(own: readonly TextCommand[]): AvailableCommand[] {
  return [...offered(), ...own].map(({ name, summary, argument }) => ({
    name,
    description: summary.replace(' (also Shift-Tab)', ''),
    ...(argument === undefined ? {} : { input: { hint: argument } }),
  }));
}

function offered(): readonly SlashCommand[] {
  return slashCommands
    .filter(({ name }) => !Object.hasOwn(replacedByEditor, name))
    .map((command) => editorVersions.find(({ name }) => name === command.name) ?? command);
}

/** Whether the command can run during a turn. All others wait for its end. */
export function runsDuringTurn(line: string): boolean {
  const name = findSlashCommand(nameIn(line))?.name ?? '';
  return (
    Object.hasOwn(replacedByEditor, name) || offered().some((command) => command.name === name && command.duringTurn)
  );
}

/** Includes the terminal commands that editors replace: the answer says what to do instead. */
export function isEditorCommand(line: string): boolean {
  return findSlashCommand(nameIn(line)) !== undefined;
}

function nameIn(line: string): string {
  return line.slice(1).split(/\s/, 1)[0] ?? '';
}

/** An unknown command is reported and not sent to the model. */
export async function runEditorCommand(line: string, context: SlashContext): Promise<void> {
  const [name = '', ...words] = line.slice(1).split(/\s+/);
  const command = findSlashCommand(name);
  if (command === undefined) return context.say(describeUnknown(name).replace(' /help lists them.', ''), 'warning');
  const instead = Object.hasOwn(replacedByEditor, command.name) ? replacedByEditor[command.name] : undefined;
  if (instead !== undefined) return context.say(`/${command.name} is for the terminal. ${instead}`, 'warning');
  await (editorVersions.find(({ name: own }) => own === command.name) ?? command).run(context, words.join(' '));
}
