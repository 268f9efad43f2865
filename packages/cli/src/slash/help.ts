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
  'Enter sends; Alt-Enter, Shift-Enter, Ctrl-J or a backslash before Enter starts a new line.',
  'A message that you send during a turn reaches the model when the running tools have ended.',
  'Esc cancels the turn and keeps the context. Ctrl-C clears the input or cancels; press it twice to exit. Ctrl-D exits.',
  'Shift-Tab changes the mode: ask, accept-edits, plan (read-only), confined (runs everything inside the sandbox without asking).',
  '@ completes file names, Tab accepts a suggestion. Up and Down browse earlier input, Ctrl-R searches it.',
  'Ctrl-_ undoes typing, Alt-/ redoes it. Ctrl-V attaches the image in the clipboard.',
  'Ctrl-O shows the newest folded result in full; press it again for the one before.',
  'Answer a question with y (yes), a (always: you choose what, and for how long), n (no) or v (view all of it; also Ctrl-O), then Enter.',
  'Any other text means no, and tells the model what to do instead. /permissions revokes what you allowed.',
];
