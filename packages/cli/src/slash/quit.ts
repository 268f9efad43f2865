/** `/quit`. */
import type { SlashCommand } from './slash-command.ts';

export const quit: SlashCommand = {
  name: 'quit',
  summary: 'leave',
  duringTurn: true,
  run: (context) => context.leave(),
};
