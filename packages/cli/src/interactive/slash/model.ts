/** `/model`: who is asked next. */
import type { SlashCommand } from './slash-command.ts';
import { switchTo } from './switch-to.ts';

export const model: SlashCommand = {
  name: 'model',
  summary: 'ask another model; the conversation goes on',
  argument: '[name]',
  duringTurn: true,
  run: (context, argument) => switchTo(context, 'model', argument),
};
