/** `/route`: several models in turn, or one after another when one fails. */
import { timeText } from '../print/date-text.ts';
import type { SlashCommand, SlashContext } from './slash-command.ts';
import { switchTo } from './switch-to.ts';

export const route: SlashCommand = {
  name: 'route',
  summary: 'choose a route; shows what is cooling down',
  argument: '[name]',
  duringTurn: true,
  run: async (context, argument) => {
    if (argument === '') await sayState(context);
    await switchTo(context, 'route', argument);
  },
};

async function sayState({ agent, say }: SlashContext): Promise<void> {
  const view = await agent.routeView();
  const lines = (view?.targets ?? []).flatMap(({ name, accounts }) =>
    accounts.map(({ account, coolingUntil, reason }) => {
      const state =
        coolingUntil === undefined ? 'ready' : `cooling down until ${timeText(coolingUntil)} (${reason ?? ''})`;
      return `${name} (${account}): ${state}`;
    }),
  );
  if (lines.length > 0) say(lines.join('\n'));
}
