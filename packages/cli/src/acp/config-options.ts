/** The options of a session in an editor: model, route, effort and mode, each with its current value. */
import type {
  SessionConfigOption,
  SessionConfigSelectGroup,
  SessionConfigSelectOption,
  SessionModeState,
} from '@agentclientprotocol/sdk';
import { type ApprovalMode, approvalModes, type Session, type SessionState } from '@interlock/runtime';
import type { Agent, Choice } from '../agent/agent.ts';
import { whyNotConfined } from '../agent/session-mode.ts';
import { effortLevels, effortNames } from '../slash/effort.ts';
import { modeMeanings } from '../slash/mode.ts';
import { nameLosses } from '../wording/describe-losses.ts';

/** The option values for "no single model" and "no route". */
export const noModel = 'by-route';
export const noRoute = 'none';

export function configOptions(agent: Agent, session: Session): readonly SessionConfigOption[] {
  const { state } = session;
  return [modelOption(agent, session), routeOption(agent, state), effortOption(state), modeOption(agent, state)];
}

/** For clients that support modes but not options. */
export function modeState(agent: Agent, { mode }: SessionState): SessionModeState {
  const availableModes = modesOf(agent).map((id) => ({ id, name: id, description: modeMeanings[id] }));
  return { currentModeId: mode, availableModes };
}

/** A pending switch is shown next to the model that is in use until then. */
function modelOption(agent: Agent, session: Session): SessionConfigOption {
  const { targets, pendingSwitch } = session.state;
  const [only] = targets;
  const isOne = targets.length === 1 && only !== undefined && currentRoute(agent, session.state) === undefined;
  const currentValue = isOne ? only : noModel;
  const choices = agent.choices.filter(({ kind }) => kind === 'model');
  const groups = Map.groupBy(choices, providerOf);
  const listed = [...groups].map(
    ([group, members]): SessionConfigSelectGroup => ({
      group,
      name: group,
      options: members.map((choice) => modelChoice(choice, session)),
    }),
  );
  const named = isOne && !choices.some(({ name }) => name === only) ? [unlisted(only, 'in use')] : [];
  const byRoute = isOne ? [] : [unlisted(noModel, targets.join(', '))];
  const first = [...named, ...byRoute];
  return {
    type: 'select',
    id: 'model',
    name: 'Model',
    category: 'model',
    ...(pendingSwitch === undefined
      ? { description: 'The model that answers, starting with the next message.' }
      : {
          description: `Pending: ${pendingSwitch}, when this turn ends.`,
          _meta: { interlock: { pending: pendingSwitch } },
        }),
    currentValue,
    options: [...(first.length === 0 ? [] : [{ group: 'current', name: 'current', options: first }]), ...listed],
  };
}

function modelChoice(choice: Choice, session: Session): SessionConfigSelectOption {
  const { name, note, usable, to } = choice;
  const { targets, pendingSwitch } = session.state;
  const isCurrent = targets.length === 1 && targets[0] === name;
  const lost = isCurrent || !usable ? '' : nameLosses(session.lossesOf(to));
  const description = [note, lost].filter((part) => part !== '').join(' · ');
  const shown = pendingSwitch === name ? `${name} (pending)` : name;
  return {
    value: name,
    name: shown,
    ...(description === '' ? {} : { description }),
    ...(usable ? {} : { _meta: { interlock: { usable: false } } }),
  };
}

function unlisted(value: string, description: string): SessionConfigSelectOption {
  return { value, name: value === noModel ? 'chosen by the route' : value, description };
}

/** The part before the slash of `simulated/claude`. A name without a slash was chosen by the user. */
function providerOf({ name }: Choice): string {
  const end = name.indexOf('/');
  return end === -1 ? 'your models' : name.slice(0, end);
}

function routeOption(agent: Agent, state: SessionState): SessionConfigOption {
  const routes = agent.choices.filter(({ kind }) => kind === 'route');
  const { pendingSwitch } = state;
  return {
    type: 'select',
    id: 'route',
    name: 'Route',
    category: '_route',
    description: 'Several models, used in turn or when one fails.',
    currentValue: currentRoute(agent, state) ?? noRoute,
    options: [
      { value: noRoute, name: 'none', description: 'the chosen model only' },
      ...routes.map(({ name, note }) => ({
        value: name,
        name: pendingSwitch === name ? `${name} (pending)` : name,
        description: note,
      })),
    ],
  };
}

/** The route in use: the one chosen by name, or the one whose targets are used. */
export function currentRoute(agent: Agent, { targets, chosen }: SessionState): string | undefined {
  const routes = agent.choices.filter(({ kind }) => kind === 'route');
  const named = routes.find(({ name }) => name === chosen);
  const isInUse = (choice: Choice): boolean =>
    'targets' in choice.to &&
    choice.to.targets.length === targets.length &&
    choice.to.targets.every(({ name, provider, model }) => targets.includes(name ?? `${provider}/${model ?? ''}`));
  if (named !== undefined && isInUse(named)) return named.name;
  return targets.length > 1 ? routes.find(isInUse)?.name : undefined;
}

function effortOption({ effort }: SessionState): SessionConfigOption {
  const known = effortLevels.find((level) => level === effort);
  return {
    type: 'select',
    id: 'effort',
    name: 'Effort',
    category: 'thought_level',
    description: 'How much the model thinks, starting with the next request.',
    currentValue: known ?? 'default',
    options: effortNames.map((name) => ({ value: name, name })),
  };
}

function modeOption(agent: Agent, { mode }: SessionState): SessionConfigOption {
  return {
    type: 'select',
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    description: 'What runs without asking.',
    currentValue: mode,
    options: modesOf(agent).map((name) => ({ value: name, name, description: modeMeanings[name] })),
  };
}

/** Without a sandbox there is no confined mode. */
function modesOf({ confinement }: Agent): readonly ApprovalMode[] {
  return approvalModes.filter((mode) => mode !== 'confined' || whyNotConfined(confinement) === undefined);
}
