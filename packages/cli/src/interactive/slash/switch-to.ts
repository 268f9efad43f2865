/** Chooses a model or a route: by its name, or from the list; says what is lost, and when it counts. */
import type { Choice } from '../../agent/agent.ts';
import { describeLosses } from '../describe-losses.ts';
import type { PickerItem } from '../picker.ts';
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
  const named = argument === '' ? undefined : findChoice(choices, argument);
  if (argument !== '' && named === undefined) {
    context.say(`There is no ${kind} "${argument}". /${kind} lists them.`, 'warning');
    return;
  }
  if (named !== undefined) return use(context, named);
  const offers = offersOf(context, choices);
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
            note: `takes back the switch to ${pendingSwitch}`,
            take: () => {
              context.session.cancelSwitch();
              context.switched();
            },
          },
        ];
  const others = choices.map((choice): Offer => {
    const isNow = targets.length === 1 && targets[0] === choice.name;
    return {
      name: choice.name,
      note: [...(isNow ? ['now'] : []), ...(choice.note === '' ? [] : [choice.note])].join(' · '),
      disabled: !choice.usable,
      take: () => use(context, choice),
    };
  });
  return [...back, ...others];
}

/** The whole name, or as much of it as only one has. */
function findChoice(choices: readonly Choice[], name: string): Choice | undefined {
  const exact = choices.find((choice) => choice.name === name);
  if (exact !== undefined) return exact;
  const similar = choices.filter((choice) => choice.name.toLowerCase().includes(name.toLowerCase()));
  return similar.length === 1 ? similar[0] : undefined;
}

function use(context: SlashContext, choice: Choice): void {
  if (!choice.usable) {
    context.say(`${choice.name} cannot be used now: ${choice.note}`, 'warning');
    return;
  }
  const { when, to, losses } = context.session.switchTo(choice.to);
  // During a turn the session's own events tell of it.
  if (when === 'now') context.say(`The next message goes to ${to}.${describeLosses(losses)}`);
  context.switched();
}
