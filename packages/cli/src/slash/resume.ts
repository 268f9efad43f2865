/** `/resume`: continues an earlier conversation of this folder, or one that was imported. */
import { continueForeign, foreignItems, foreignSessions } from './import.ts';
import { sessionItems } from './session-items.ts';
import type { SlashCommand } from './slash-command.ts';

export const resume: SlashCommand = {
  name: 'resume',
  summary: 'continue an earlier conversation',
  argument: '[id]',
  duringTurn: false,
  run: async (context, argument) => {
    const { agent, session } = context;
    const items = (await sessionItems(agent.store, agent.workspace)).filter(({ id }) => id !== session.id);
    if (argument !== '') {
      const matches = items.filter(({ id }) => id.startsWith(argument));
      const [only] = matches;
      if (matches.length === 1 && only !== undefined) return context.resume(only.id);
      context.say(
        matches.length === 0
          ? `There is no other conversation "${argument}" in this folder. /sessions lists them.`
          : `${matches.length} conversations begin with "${argument}". Type more of the id.`,
        'warning',
      );
      return;
    }
    const foreign = await foreignSessions(context);
    if (items.length + foreign.length === 0) return context.say('There is no other conversation in this folder yet.');
    const all = [...items, ...(await foreignItems(foreign))];
    const at = (await context.choose('Continue which conversation?', all)) ?? -1;
    const [own, foreignChoice] = [items[at], foreign[at - items.length]];
    if (own !== undefined) await context.resume(own.id);
    else if (foreignChoice !== undefined) await continueForeign(foreignChoice, context);
  },
};
