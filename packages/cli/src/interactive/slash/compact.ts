/** `/compact`: makes the conversation shorter now. */
import type { SlashCommand } from './slash-command.ts';

export const compact: SlashCommand = {
  name: 'compact',
  summary: 'make the conversation shorter',
  duringTurn: false,
  run: (context) =>
    context.work('makes room', async (signal) => {
      const { outcome, why, before, after } = await context.session.compact({ signal });
      if (outcome === 'compacted')
        context.say(`The conversation is shorter now: from about ${before} to ${after ?? 0} tokens.`);
      else context.say(`The conversation stays as it is. ${why}`);
    }),
};
