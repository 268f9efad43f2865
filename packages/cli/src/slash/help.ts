/** `/help`: the commands and the keys. */
import type { SlashCommand } from './slash-command.ts';

export function createHelp(commands: () => readonly SlashCommand[]): SlashCommand {
  const help: SlashCommand = {
    name: 'help',
    summary: 'list the commands and keys',
    duringTurn: true,
    run: ({ say, agent }) => {
      const listed = [help, ...commands(), ...(agent.commands?.() ?? [])].map(
        ({ name, argument, summary }) => `/${name}${argument === undefined ? '' : ` ${argument}`}: ${summary}`,
      );
      say([...listed, '', ...keys].join('\n'));
    },
  };
  return help;
}

const keys: readonly string[] = [
  'Enter sends; Alt-Enter, Shift-Enter, Ctrl-J or a backslash before Enter begins a new line.',
  'What is sent while a turn runs reaches the model after the running tools.',
  'Esc cancels the turn and keeps the context. Ctrl-C clears the input or cancels; twice it leaves. Ctrl-D leaves.',
  'Shift-Tab changes the mode: ask, accept-edits, plan (only reads), confined (what stays in the sandbox runs unasked).',
  '@ completes names of files, Tab takes a suggestion. Up and Down go through what was said before, Ctrl-R searches it.',
  'Ctrl-_ takes back what was typed, Alt-/ brings it again. Ctrl-V attaches the picture in the clipboard.',
  'Ctrl-O shows all of the newest result that is folded; again, the one before it.',
  'To a question answer y, a (always: what, and for how long, is asked next), n or v (view all of it; also Ctrl-O), and Enter.',
  'Anything else says no, and tells the model what to do instead. /permissions revokes what was allowed.',
];
