/** `/sessions`: the conversations of this folder. */
import { sessionItems } from './session-items.ts';
import type { SlashCommand } from './slash-command.ts';

const maxLines = 20;

export const sessions: SlashCommand = {
  name: 'sessions',
  summary: 'list the conversations of this folder',
  duringTurn: true,
  run: async ({ agent, session, say }) => {
    const items = await sessionItems(agent.store, agent.workspace);
    if (items.length === 0) return say('There is no conversation in this folder yet.');
    const lines = items
      .slice(0, maxLines)
      .map(({ id, name, note }) => `${name} (${note}${id === session.id ? ', this one' : ''})`);
    const hidden = items.length - lines.length;
    say([...lines, ...(hidden > 0 ? [`… and ${hidden} more: interlock sessions list`] : [])].join('\n'));
  },
};
