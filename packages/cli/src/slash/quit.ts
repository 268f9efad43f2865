/** `/quit`: ends the program. */
import type { SlashCommand } from './slash-command.ts';

export const quit: SlashCommand = {
  name: 'quit',
  summary: 'exit',
  duringTurn: true,
  run: (context) => context.exit(),
};
