/** `/compact`: shortens the conversation now; its argument says what the summary must keep. */
import type { SlashCommand } from './slash-command.ts';

export const compact: SlashCommand = {
  name: 'compact',
  summary: 'shorten the conversation to free up context',
  argument: '[what to keep]',
  duringTurn: false,
  run: (context, argument) =>
    context.work('compacting', async (signal) => {
      const listen: typeof context.onEvent = (event) => {
        // The user requested it, and knows that it has started.
        if (event.type !== 'compaction' || event.outcome !== 'started') context.onEvent(event);
      };
      await context.session.compact({ signal, listen, ...(argument === '' ? {} : { focus: argument }) });
    }),
};
