/** Sets an option of a session. The model is switched at once if nothing runs, otherwise when the turn ends. */
import { type ApprovalMode, approvalModes, type Session } from '@interlock/runtime';
import type { Agent, Choice } from '../agent/agent.ts';
import { targetName, targetsOf } from '../agent/look-at-targets.ts';
import { effortLevels, effortNames } from '../slash/effort.ts';
import { switchedText, unusableText } from '../slash/switch-to.ts';
import { currentRoute, noModel, noRoute } from './config-options.ts';
import { invalidParams } from './protocol-error.ts';

export interface OptionParts {
  readonly agent: Agent;
  readonly session: Session;
  setMode(mode: ApprovalMode): Promise<void>;
  /** Reports a switch between turns, losses included. Undefined: the session reports it itself. */
  report(text: string | undefined): Promise<void>;
}

export async function setOption(
  { id, value }: { readonly id: string; readonly value: string },
  parts: OptionParts,
): Promise<void> {
  switch (id) {
    case 'model':
      return setModel(value, parts);
    case 'route':
      return setRoute(value, parts);
    case 'effort': {
      const level = effortLevels.find((each) => each === value);
      if (!effortNames.includes(value)) throw unknownValue(id, value, effortNames);
      return parts.session.setEffort(level);
    }
    case 'mode': {
      const mode = approvalModes.find((each) => each === value);
      if (mode === undefined) throw unknownValue(id, value, approvalModes);
      return parts.setMode(mode);
    }
    default:
      throw invalidParams(`There is no option ${JSON.stringify(id)}. Use model, route, effort or mode.`, 'configId');
  }
}

async function setModel(value: string, parts: OptionParts): Promise<void> {
  const { agent, session } = parts;
  const { targets, pendingSwitch } = session.state;
  const isCurrent = value === noModel || (targets.length === 1 && targets[0] === value);
  if (isCurrent) {
    // Choosing the current target cancels a pending switch.
    if (pendingSwitch !== undefined) session.cancelSwitch();
    return;
  }
  const choice = agent.choices.find(({ kind, name }) => kind === 'model' && name === value) ?? agent.named?.(value);
  if (choice === undefined)
    throw invalidParams(`There is no model ${JSON.stringify(value)}. Choose one of the listed models.`, 'value');
  await switchTo(choice, parts);
}

async function setRoute(value: string, parts: OptionParts): Promise<void> {
  const { agent, session } = parts;
  const now = currentRoute(agent, session.state);
  if (value === (now ?? noRoute)) {
    if (session.state.pendingSwitch !== undefined) session.cancelSwitch();
    return;
  }
  const routes = agent.choices.filter(({ kind }) => kind === 'route');
  const route = routes.find(({ name }) => name === value);
  if (route !== undefined) return switchTo(route, parts);
  if (value !== noRoute) throw unknownValue('route', value, [noRoute, ...routes.map(({ name }) => name)]);
  // Without the route, its first model continues alone.
  const before = routes.find(({ name }) => name === now);
  const first = before === undefined ? undefined : targetsOf(before.to)[0];
  const name = first === undefined ? undefined : targetName(first);
  const choice =
    name === undefined ? undefined : (agent.choices.find((each) => each.name === name) ?? agent.named?.(name));
  if (choice !== undefined) await switchTo(choice, parts);
}

async function switchTo(choice: Choice, { session, report }: OptionParts): Promise<void> {
  if (!choice.usable) throw invalidParams(unusableText(choice), 'value');
  const { when, to, losses } = session.switchTo(choice.to);
  await report(when === 'now' ? switchedText(to, losses) : undefined);
}

function unknownValue(id: string, value: string, known: readonly string[]): Error {
  return invalidParams(`There is no ${id} ${JSON.stringify(value)}. Possible values: ${known.join(', ')}.`, 'value');
}
