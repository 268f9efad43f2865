/** `/model`: chooses the model for the next message. */
import type { SlashCommand } from './slash-command.ts';
import { switchTo } from './switch-to.ts';

export const model: SlashCommand = {
  name: 'model',
  summary: 'switch to another model; the conversation continues',
  argument: '[name]',
  duringTurn: true,
  run: (context, argument) => switchTo(context, 'model', argument),
};
