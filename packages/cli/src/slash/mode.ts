/** `/mode`: what runs without asking. */
import type { ApprovalMode } from '@interlock/runtime';
import { didYouMean } from '../print/did-you-mean.ts';
import type { SlashCommand } from './slash-command.ts';

export const modeMeanings: Readonly<Record<ApprovalMode, string>> = {
  ask: 'asks before anything is written or run',
  'accept-edits': 'edits files in the workspace without asking',
  plan: 'only reads, until you approve a plan',
  confined: 'runs everything inside the sandbox without asking',
};

export const mode: SlashCommand = {
  name: 'mode',
  summary: 'choose what runs without asking (also Shift-Tab)',
  argument: '[name]',
  duringTurn: true,
  run: async ({ session, say, choose, setMode }, argument) => {
    const { approvalModes } = await import('@interlock/runtime');
    const take = (chosen: ApprovalMode): void => {
      if (setMode(chosen)) say(`Mode: ${chosen}. It ${modeMeanings[chosen]}.`);
    };
    if (argument === '') {
      const current = approvalModes.indexOf(session.state.mode);
      const items = approvalModes.map((name) => ({ name, note: modeMeanings[name] }));
      const chosen = approvalModes[(await choose('Which mode?', items, current)) ?? -1];
      if (chosen !== undefined) take(chosen);
      return;
    }
    const named = approvalModes.find((name) => name === argument);
    if (named === undefined)
      say(`There is no mode "${argument}".${didYouMean(argument, approvalModes)} /mode lists them.`, 'warning');
    else take(named);
  },
};
