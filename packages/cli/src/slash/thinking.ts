/** `/thinking`: shows the model's thinking, or folds it to a line. */
import type { SlashCommand } from './slash-command.ts';

export const thinking: SlashCommand = {
  name: 'thinking',
  summary: 'show or fold what the model thinks',
  duringTurn: true,
  run: (context) => {
    context.say(context.toggleThinking() ? 'Thinking is shown from now on.' : 'Thinking is folded from now on.');
  },
};
