/** `/new`: starts a new conversation with the same model; the current one can be resumed. */
import type { SlashCommand } from './slash-command.ts';

export const newCommand: SlashCommand = {
  name: 'new',
  summary: 'start a new conversation',
  duringTurn: false,
  run: async ({ agent, session, begin, goOn, say }) => {
    const { contents, chosen = '' } = session.state;
    if (contents.length === 0) return say('This is already a new conversation.');
    const next = await begin();
    const choice = agent.choices.find(({ name }) => name === chosen) ?? agent.named?.(chosen);
    if (choice?.usable === true && !next.state.targets.includes(choice.name)) next.switchTo(choice.to);
    await goOn(next);
    say(`This is a new conversation. The previous one is ${session.id.slice(0, 8)}: /resume goes back to it.`);
  },
};
