/** `/fork`: continues with a copy; the original is kept. */
import { nothingSaid, type SlashCommand } from './slash-command.ts';

export const fork: SlashCommand = {
  name: 'fork',
  summary: 'continue with a copy of the conversation',
  duringTurn: false,
  run: async (context) => {
    if (context.session.state.contents.length === 0) return context.say(nothingSaid);
    const before = context.session.id;
    await context.goOn(await context.session.fork());
    context.say(`This is a copy now. The original conversation is ${before.slice(0, 8)}: /resume goes back to it.`);
  },
};
