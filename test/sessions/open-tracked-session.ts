/** Opens sessions of a walk, with random values for every option. */
import { join } from 'node:path';
import {
  type Approve,
  createJsonlStore,
  createMemoryRouteStore,
  createMemoryStore,
  createSession,
  type Session,
  type SessionOptions,
} from '@interlock/runtime';
import type { Dice } from './dice.ts';
import { createFastClock } from './fast-clock.ts';
import { createFlakyStore } from './flaky-store.ts';
import { anyRoute } from './reachable-targets.ts';
import type { RouteChoice, TrackedSession } from './tracked-session.ts';
import type { World } from './world.ts';

const second = 1_000;

export async function openTrackedSession(world: World, dice: Dice, id: string): Promise<TrackedSession> {
  const inner = dice.chance(0.25) ? createJsonlStore(join(world.folder, 'sessions')) : createMemoryStore();
  const store = createFlakyStore(inner);
  const options: TrackedSession['options'] = {
    workspace: world.folder,
    instructions: false,
    environment: {},
    transport: world.transport,
    clock: createFastClock(),
    random: dice.random,
    routeStore: createMemoryRouteStore(),
    cooldowns: { passingMs: [2 * second], rateLimitMs: 2 * second, billingMs: 4 * second, authMs: 4 * second },
    store,
    tools: world.toolRuns.tools,
    rules: [
      ...['look', 'change', 'alone', 'kid', 'task'].map((tool) => ({ verdict: 'allow', tool }) as const),
      { verdict: 'deny', tool: 'forbidden' },
      { verdict: 'ask', tool: 'ask' },
    ],
    approve: createApprover(dice),
    settings: anySettings(dice),
    limits: {
      ...{ steps: 6, repeats: 2, parallel: dice.pick([1, 2, 8]), toolOutput: 2_000 },
      ...{ toolTimeoutMs: 40 * second, graceMs: dice.pick([1, 3]) * second, stallMs: 250 },
    },
    compaction: anyCompaction(world, dice),
    subagents: dice.chance(0.3) ? {} : false,
  };
  const choice = anyRoute(world.reachable, dice);
  const session = await createSession({ ...options, id, route: choice.to });
  return newTrackedSession(session, store, options, choice);
}

export function newTrackedSession(
  session: Session,
  store: TrackedSession['store'],
  options: TrackedSession['options'],
  choice: RouteChoice,
): TrackedSession {
  return {
    ...{ session, store, options, choice, pending: undefined },
    ...{ must: new Set(), inherited: new Set(), excused: new Set(), apart: new Set(), said: new Set() },
    cleanAt: store.refused,
  };
}

function anySettings(dice: Dice): NonNullable<SessionOptions['settings']> {
  return {
    ...(dice.chance(0.2) ? { stream: false } : {}),
    ...(dice.chance(0.5) ? { reasoning: dice.pick(['off', 'low', 'high', 'max'] as const) } : {}),
    ...(dice.chance(0.2) ? { temperature: 0.3 } : {}),
    ...(dice.chance(0.2) ? { cache: false } : {}),
  };
}

function anyCompaction({ reachable }: World, dice: Dice): NonNullable<SessionOptions['compaction']> {
  if (dice.chance(0.15)) return false;
  return {
    keepTokens: dice.pick([30, 100, 400]),
    ...(dice.chance(0.3) ? { threshold: dice.pick([0.001, 0.004, 0.01]) } : {}),
    ...(dice.chance(0.2) ? { summariser: anyRoute(reachable, dice).to } : {}),
  };
}

/** An approver that answers, or does not, or aborts. */
function createApprover(dice: Dice): Approve {
  return async (_, signal) => {
    const chance = dice.random();
    if (chance < 0.1) throw new Error('the window was closed');
    if (chance < 0.4) return { verdict: 'deny', message: 'Not now.' };
    if (chance < 0.5) return { verdict: 'allow', remember: { verdict: 'allow', tool: 'ask', pattern: 'ok' } };
    if (chance < 0.7) await pause(20, signal);
    return { verdict: 'allow' };
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
