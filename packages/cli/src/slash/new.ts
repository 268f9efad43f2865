/** `/new`: starts a new conversation with the same model; the current one can be resumed. */
import type { SlashCommand } from './slash-command.ts';

export const newCommand: SlashCommand = {
  name: 'new',
  summary: 'start a new conversation',
  duringTurn: false,
  run: async ({ agent, session, begin, moveTo, say }) => {
    const { contents, chosen = '' } = session.state;
    if (contents.length === 0) return say('This is already a new conversation.');
    const next = await begin();
    const choice = agent.choices.find(({ name }) => name === chosen) ?? agent.named?.(chosen);
    if (choice?.usable === true && !next.state.targets.includes(choice.name)) next.switchTo(choice.to);
    await moveTo(next);
    say(`This is a new conversation. To go back to the previous one: /resume ${session.id.slice(0, 8)}`);
  },
};
