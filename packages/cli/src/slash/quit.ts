/** `/quit`. */
import type { SlashCommand } from './slash-command.ts';

export const quit: SlashCommand = {
  name: 'quit',
  summary: 'exit',
  duringTurn: true,
  run: (context) => context.leave(),
};
