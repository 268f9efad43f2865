/** Makes a route from its configuration. Cooldowns and counters are in its store, so they outlive the process. */
import process from 'node:process';
import type { Environment } from '@interlock/wire';
import { createMemoryRouteStore } from '../store/memory-route-store.ts';
import type { RouteStore } from '../store/route-store.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { failoverOf } from './check-route.ts';
import { type CooldownConfig, defaultCooldowns } from './cooldown.ts';
import { byKey, longestOf } from './cooldown-book.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { type Candidate, readRoute } from './read-route.ts';
import { turnOrder, weightedCycle } from './round-robin.ts';
import type { Route, RouteConfig, RouteView } from './route.ts';
import { TurnRouter, type TurnRouterParts } from './turn-router.ts';

export interface RouteOptions {
  /** Default: in memory. */
  readonly store?: RouteStore;
  /** Routes that share these fetch each key once. */
  readonly credentials?: Credentials;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Where keys and addresses are looked up; default: the environment of the process. */
  readonly environment?: Environment;
  readonly cooldowns?: Partial<CooldownConfig>;
  /** The folder for `~/`. */
  readonly homeDirectory?: string;
}

export const defaultMaxWaitMs = 300_000;
export const defaultMaxRetries = 4;

/** Throws a `ConfigError` if the configuration is invalid. */
export function createRoute(config: RouteConfig, options: RouteOptions = {}): Route {
  const { clock = systemClock, environment = process.env, homeDirectory } = options;
  const targets = readRoute(config, environment);
  const store = options.store ?? createMemoryRouteStore();
  const credentials =
    options.credentials ??
    createCredentials({ environment, clock, ...(homeDirectory === undefined ? {} : { homeDirectory }) });
  const cycle = weightedCycle(config.targets.map(({ weight = 1 }) => weight));
  const counter = config.name ?? `round-robin of ${targets.map(([first]) => first?.name).join(', ')}`;

  const failover = failoverOf(config);

  const inOrder = async (bound: Bound | undefined): Promise<readonly Candidate[]> => {
    const all = targets.flat();
    if (bound !== undefined && all.some(({ name }) => name === bound.name)) {
      const inReach = failover === 'wait' ? all.filter(({ name }) => name === bound.name) : all;
      return inReach.toSorted((one, other) => nearness(one, bound) - nearness(other, bound));
    }
    if (config.policy !== 'round-robin') return targets.flat();
    return turnOrder(cycle, await store.take(counter)).flatMap((index) => targets[index] ?? []);
  };

  const router = (candidates: readonly Candidate[], elsewhere: TurnRouterParts['elsewhere']): TurnRouter =>
    new TurnRouter({
      candidates,
      elsewhere,
      maxRetries: config.maxRetries ?? defaultMaxRetries,
      maxWaitMs: config.maxWaitMs ?? defaultMaxWaitMs,
      store,
      credentials,
      clock,
      random: options.random ?? Math.random,
      cooldowns: { ...defaultCooldowns, ...options.cooldowns },
    });

  return {
    config,
    beginTurn: async () => router(await inOrder(undefined), failover === 'wait' ? 'never' : 'in-next-turn'),
    begin: async (bound) => router(await inOrder(bound), failover === 'wait' ? 'never' : 'here'),
    look: async () => viewOf(targets, await store.cooldowns(), clock.now()),
  };
}

type Bound = NonNullable<Parameters<Route['begin']>[0]>;

/** Sorts the bound credential first, then the others of its target, then the rest of the route in order. */
function nearness({ name, account }: Candidate, bound: Bound): number {
  if (name !== bound.name) return 2;
  return account === bound.account ? 0 : 1;
}

function viewOf(
  targets: readonly (readonly Candidate[])[],
  cooldowns: Awaited<ReturnType<RouteStore['cooldowns']>>,
  now: number,
): RouteView {
  const known = byKey(cooldowns);
  return {
    targets: targets.map((candidates) => ({
      name: candidates[0]?.name ?? '',
      accounts: candidates.map((candidate) => {
        const { account } = candidate;
        const cooling = longestOf(candidate, known);
        if (cooling === undefined || cooling.until <= now) return { account };
        return { account, coolingUntil: cooling.until, reason: cooling.reason };
      }),
    })),
  };
}
