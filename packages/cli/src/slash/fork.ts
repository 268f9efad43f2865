/** `/fork`: continues with a copy; the original is kept. */
import { noMessages, type SlashCommand } from './slash-command.ts';

export const fork: SlashCommand = {
  name: 'fork',
  summary: 'continue with a copy of the conversation',
  duringTurn: false,
  run: async (context) => {
    if (context.session.state.contents.length === 0) return context.say(noMessages);
    const before = context.session.id;
    await context.moveTo(await context.session.fork());
    context.say(`You are now in a copy. To go back to the original: /resume ${before.slice(0, 8)}`);
  },
};
