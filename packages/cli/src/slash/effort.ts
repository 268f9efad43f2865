/** `/effort`: how much the model thinks, starting with the next request. */
import { didYouMean } from '../print/did-you-mean.ts';
import type { SlashCommand } from './slash-command.ts';

export const effortLevels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
const defaultName = 'default';

/** The values of `/effort`. */
export const effortNames: readonly string[] = [defaultName, ...effortLevels];

export const effort: SlashCommand = {
  name: 'effort',
  summary: 'choose how much the model thinks',
  argument: '[level]',
  duringTurn: true,
  run: async ({ session, say, choose }, argument) => {
    const names = effortNames;
    const { effort: now = defaultName } = session.state;
    const current = typeof now === 'string' ? now : defaultName;
    const items = names.map((name) => ({ name, note: name === current ? 'now' : '' }));
    const name =
      argument === '' ? names[(await choose('How much to think?', items, names.indexOf(current))) ?? -1] : argument;
    if (name === undefined) return;
    const level = effortLevels.find((each) => each === name);
    if (level === undefined && name !== defaultName) {
      say(`There is no effort "${name}".${didYouMean(name, names)} Use one of ${names.join(', ')}.`, 'warning');
      return;
    }
    await session.setEffort(level);
    say(
      `Effort: ${name}, starting with the next request. If a model does not support it, the nearest level is used, with a notice.`,
    );
  },
};
