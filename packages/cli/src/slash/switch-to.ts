/** Chooses a model or a route by name or from a list, and reports what is lost and when it takes effect. */
import type { SwitchLoss } from '@interlock/runtime';
import type { Choice } from '../agent/agent.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import { describeLosses, nameLosses } from '../wording/describe-losses.ts';
import type { SlashContext } from './slash-command.ts';

interface Offer extends PickerItem {
  take(): void;
}

export async function switchTo(context: SlashContext, kind: Choice['kind'], argument: string): Promise<void> {
  const choices = context.agent.choices.filter((choice) => choice.kind === kind);
  if (choices.length === 0) {
    context.say(
      `There is no ${kind} to choose from. Add one to the configuration: interlock config shows where it is.`,
    );
    return;
  }
  const meant = meantBy(context, choices, kind, argument);
  const [first, second] = meant;
  if (first === undefined) {
    context.say(`There is no ${kind} "${argument}". /${kind} lists them.`, 'warning');
    return;
  }
  if (argument !== '' && second === undefined) return use(context, first);
  // Of several providers with a model of this name, the one with a key.
  const usable = argument === '' ? [] : meant.filter((choice) => choice.usable);
  if (usable.length === 1 && usable[0] !== undefined) return use(context, usable[0]);
  const offers = offersOf(context, meant);
  const current = offers.findIndex(({ note }) => note.startsWith('now'));
  const chosen = await context.choose(`Which ${kind}?`, offers, current);
  if (chosen !== undefined) offers[chosen]?.take();
}

function offersOf(context: SlashContext, choices: readonly Choice[]): readonly Offer[] {
  const { pendingSwitch, targets } = context.session.state;
  const back: readonly Offer[] =
    pendingSwitch === undefined
      ? []
      : [
          {
            name: `stay with ${targets.join(', ')}`,
            note: `cancels the switch to ${pendingSwitch}`,
            take: () => {
              context.session.cancelSwitch();
              context.switched();
            },
          },
        ];
  const others = choices.map((choice): Offer => {
    const isNow = targets.length === 1 && targets[0] === choice.name;
    const lost = isNow || !choice.usable ? '' : nameLosses(context.session.lossesOf(choice.to));
    return {
      name: choice.name,
      note: [isNow ? 'now' : '', choice.note, lost].filter((part) => part !== '').join(' · '),
      disabled: !choice.usable,
      take: () => use(context, choice),
    };
  });
  return [...back, ...others];
}

/** The exact match, or all names that contain it. A model need not be listed. */
function meantBy(
  { agent }: SlashContext,
  choices: readonly Choice[],
  kind: Choice['kind'],
  name: string,
): readonly Choice[] {
  const exact = choices.find((choice) => choice.name === name);
  if (exact !== undefined) return [exact];
  const ofModel = choices.filter((choice) => choice.name.slice(choice.name.indexOf('/') + 1) === name);
  if (name !== '' && ofModel.some(({ usable }) => usable)) return ofModel.filter(({ usable }) => usable);
  const similar = choices.filter((choice) => choice.name.toLowerCase().includes(name.toLowerCase()));
  const named = kind === 'model' && name !== '' ? agent.named?.(name) : undefined;
  return named === undefined ? similar : [named, ...similar];
}

function use(context: SlashContext, choice: Choice): void {
  if (!choice.usable) {
    context.say(unusableText(choice), 'warning');
    return;
  }
  const { when, to, losses } = context.session.switchTo(choice.to);
  // During a turn, the session's own events report it.
  if (when === 'now') context.say(switchedText(to, losses));
  context.switched();
}

export function unusableText({ name, note }: Choice): string {
  return `${name} cannot be used now: ${note}`;
}

/** After a switch between turns. */
export function switchedText(to: string, losses: readonly SwitchLoss[]): string {
  return `The next message goes to ${to}.${describeLosses(losses)}`;
}
