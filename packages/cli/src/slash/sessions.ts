/** `/sessions`: the conversations of this folder. */
import { sessionItems } from './session-items.ts';
import type { SlashCommand } from './slash-command.ts';

const most = 20;

export const sessions: SlashCommand = {
  name: 'sessions',
  summary: 'list the conversations of this folder',
  duringTurn: true,
  run: async ({ agent, session, say }) => {
    const items = await sessionItems(agent.store, agent.workspace);
    if (items.length === 0) return say('There is no conversation in this folder yet.');
    const lines = items
      .slice(0, most)
      .map(({ id, name, note }) => `${name} (${note}${id === session.id ? ', this one' : ''})`);
    const left = items.length - lines.length;
    say([...lines, ...(left > 0 ? [`… and ${left} more: interlock sessions list`] : [])].join('\n'));
  },
};
