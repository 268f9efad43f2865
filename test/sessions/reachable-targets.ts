/** Where the sessions of a walk may send requests: every station, and one that has another's name but a different address. */
import type { RouteTarget } from '@interlock/runtime';
import { createApi, type LoggedRequest, type Model, type Simulator, startSimulator } from '@interlock/simulators';
import { openStations } from '../conformance/stations.ts';
import type { Dice } from './dice.ts';
import type { RouteChoice } from './tracked-session.ts';

export interface ReachableTarget {
  readonly name: string;
  readonly simulator: Simulator;
  readonly target: RouteTarget;
}

export interface ReachableTargets {
  readonly all: readonly ReachableTarget[];
  readonly simulators: readonly Simulator[];
  close(): Promise<void>;
}

const accounts = ['first', 'second'] as const;
const keysOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(accounts.map((account) => [`sim-key-${name}-${account}`, account]));

export async function openTargets(
  model: Model,
  onRequest: (request: LoggedRequest, url: string) => void,
): Promise<ReachableTargets> {
  const stations = await openStations({
    model,
    keysOf,
    logLimit: 0,
    onRequest: (request, name) =>
      onRequest(request, stations.all.find((one) => one.simulator.name === name)?.simulator.url ?? ''),
  });
  const twin: Simulator = await startSimulator(createApi('openai-chat'), {
    model,
    keys: keysOf('openai-chat'),
    logLimit: 0,
    onRequest: (request) => onRequest(request, twin.url),
  });
  const known = stations.all.map(({ name, simulator, target: { key: _, ...target } }) => {
    const credentials = accounts.map((account) => ({ key: `sim-key-${simulator.name}-${account}`, account }));
    return { name, simulator, target: { ...target, credentials } };
  });
  const chat = known.filter(({ simulator }) => simulator.name === 'openai-chat');
  const twins = chat.map(({ name, target }) => ({
    name: `${name}, elsewhere`,
    simulator: twin,
    target: { ...target, endpoint: `${twin.url}/v1` },
  }));
  return {
    all: [...known, ...twins],
    simulators: [...new Set([...known, ...twins].map(({ simulator }) => simulator))],
    close: async () => {
      await twin.close();
      await stations.close();
    },
  };
}

/** One model, several in turn, or failover. */
export function anyRoute({ all }: ReachableTargets, dice: Dice): RouteChoice {
  const chance = dice.random();
  const count = chance < 0.5 ? 1 : 2 + dice.below(2);
  const reachable: ReachableTarget[] = [];
  while (reachable.length < count) {
    const one = dice.pick(all);
    if (!reachable.some(({ target }) => nameOf(target) === nameOf(one.target))) reachable.push(one);
  }
  const targets = reachable.map(({ target }) => sized(target, dice));
  const names = targets.map(nameOf);
  const [first] = targets;
  if (count === 1 && first !== undefined) return { to: first, reachable, names };
  const policy = chance < 0.75 ? 'round-robin' : 'failover';
  const waits = dice.chance(0.2) ? ({ failover: 'wait' } as const) : {};
  return { to: { policy, targets, maxWaitMs: dice.pick([0, 20_000]), ...waits }, reachable, names };
}

/** Sometimes with a window that fills quickly. */
function sized(target: RouteTarget, dice: Dice): RouteTarget {
  return dice.chance(0.15) ? { ...target, traits: { contextWindow: 3_500, maxOutput: 500 } } : target;
}

function nameOf({ provider, model }: RouteTarget): string {
  return `${provider}/${model}`;
}
