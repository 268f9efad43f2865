/** `/thinking`: shows the model's thinking, or folds it to one line. */
import type { SlashCommand } from './slash-command.ts';

export const thinking: SlashCommand = {
  name: 'thinking',
  summary: "show or fold the model's thinking",
  duringTurn: true,
  run: (context) => {
    context.say(context.toggleThinking() ? 'Thinking is shown from now on.' : 'Thinking is folded from now on.');
  },
};
