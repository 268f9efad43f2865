/** Chooses a model or a route by name or from a list, and reports what is lost and when it takes effect. */
import type { SwitchLoss } from '@interlock/runtime';
import type { Choice } from '../agent/agent.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import { describeLosses, nameLosses } from '../wording/describe-losses.ts';
import type { SlashContext } from './slash-command.ts';

interface ModelItem extends PickerItem {
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
  const matches = matchingChoices(context, choices, kind, argument);
  const [first, second] = matches;
  if (first === undefined) {
    context.say(`There is no ${kind} "${argument}". /${kind} lists them.`, 'warning');
    return;
  }
  if (argument !== '' && second === undefined) return apply(context, first);
  // If several providers have a model of this name, the only one with a key is chosen.
  const usable = argument === '' ? [] : matches.filter((choice) => choice.usable);
  if (usable.length === 1 && usable[0] !== undefined) return apply(context, usable[0]);
  const items = itemsFor(context, matches);
  const current = items.findIndex(({ note }) => note.startsWith('now'));
  const chosen = await context.choose(`Which ${kind}?`, items, current);
  if (chosen !== undefined) items[chosen]?.take();
}

function itemsFor(context: SlashContext, choices: readonly Choice[]): readonly ModelItem[] {
  const { pendingSwitch, targets } = context.session.state;
  const stay: readonly ModelItem[] =
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
  const others = choices.map((choice): ModelItem => {
    const isCurrent = targets.length === 1 && targets[0] === choice.name;
    const lost = isCurrent || !choice.usable ? '' : nameLosses(context.session.lossesOf(choice.to));
    return {
      name: choice.name,
      note: [isCurrent ? 'now' : '', choice.note, lost].filter((part) => part !== '').join(' · '),
      disabled: !choice.usable,
      take: () => apply(context, choice),
    };
  });
  return [...stay, ...others];
}

/** The exact match, or all names that contain it. A model need not be listed. */
function matchingChoices(
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

function apply(context: SlashContext, choice: Choice): void {
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

/** The notice after a switch between turns. */
export function switchedText(to: string, losses: readonly SwitchLoss[]): string {
  return `The next message goes to ${to}.${describeLosses(losses)}`;
}
