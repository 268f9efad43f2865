/** `/compact`: makes the conversation shorter now. */
import type { SlashCommand } from './slash-command.ts';

export const compact: SlashCommand = {
  name: 'compact',
  summary: 'make the conversation shorter',
  duringTurn: false,
  run: (context) =>
    context.work('makes room', async (signal) => {
      const listen: typeof context.heard = (event) => {
        // That it begins is known to whoever asked for it.
        if (event.type !== 'compaction' || event.outcome !== 'started') context.heard(event);
      };
      await context.session.compact({ signal, listen });
    }),
};
