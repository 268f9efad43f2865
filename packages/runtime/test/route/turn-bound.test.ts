/** A turn never leaves its target (REQ-915-002): what ends it, and where a turn that continues it goes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import { createRoute } from '../../src/route/create-route.ts';
import type { RouteConfig, RouteStep, RouteTarget, TurnRoute } from '../../src/route/route.ts';
import { createMemoryRouteStore } from '../../src/store/memory-route-store.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { driveRequest, driveTurns, type Reply } from './drive.ts';

const target = (name: string, contextWindow: number, ...keys: readonly string[]): RouteTarget => ({
  provider: 'openai-compatible',
  model: `model-${name}`,
  endpoint: `http://${name}.example/v1`,
  name,
  traits: { contextWindow },
  credentials: keys.map((key) => ({ key, account: key })),
});
const [a, b, c] = [target('a', 64_000, 'k1'), target('b', 64_000, 'k2'), target('c', 64_000, 'k3')];
const chain = (...targets: readonly RouteTarget[]): RouteConfig => ({ policy: 'failover', targets });

function begin(config: RouteConfig) {
  const clock = createVirtualClock(Date.UTC(2026, 8, 1, 12));
  const route = createRoute(config, { clock, store: createMemoryRouteStore(), random: () => 0.5, environment: {} });
  return { clock, route };
}

const [a1, b2, c3] = ['send a k1 k1', 'send b k2 k2', 'send c k3 k3'];
const end = (reason: string): string => `end openai-compatible ${reason}`;
const stop = (reason: string): string => `stop openai-compatible ${reason}`;
const limit = (retryAfterMs: number): Reply => ({ reason: 'rate-limit', retryAfterMs });

interface Scene {
  readonly title: string;
  readonly config: RouteConfig;
  readonly replies: readonly Reply[];
  readonly lines: readonly string[];
}

const scenes: readonly Scene[] = [
  ...(['billing', 'auth-permanent', 'model-not-found', 'timeout'] as const).map((reason) => ({
    title: `REQ-915-043 ${reason}: the turn ends, and the next target continues it`,
    config: chain(a, b),
    replies: [reason] as const,
    lines: [a1, end(reason), b2, 'ok'],
  })),
  ...(['overloaded', 'server', 'network'] as const).flatMap((reason) => [
    {
      title: `REQ-915-002 ${reason}: a retry that helps keeps the turn where it is`,
      config: chain(a, b),
      replies: [reason] as const,
      lines: [a1, 'retry 1 1000', a1, 'ok'],
    },
    {
      title: `REQ-915-043 ${reason}: if no retry helps, the turn ends, and the next target continues it`,
      config: { ...chain(a, b), maxRetries: 2 },
      replies: [reason, reason, reason] as const,
      lines: [a1, 'retry 1 1000', a1, 'retry 2 2000', a1, end(reason), b2, 'ok'],
    },
  ]),
  {
    title: 'REQ-915-043 a rate limit without a hint: the turn does not wait for the end of its window',
    config: { ...chain(a, b), maxRetries: 2 },
    replies: ['rate-limit', 'rate-limit'],
    lines: [a1, 'retry 1 1000', a1, end('rate-limit'), b2, 'ok'],
  },
  {
    title: 'REQ-915-043 a hint that is longer than a pause: the turn does not wait for it',
    config: chain(a, b),
    replies: [limit(1_001)],
    lines: [a1, end('rate-limit'), b2, 'ok'],
  },
  {
    title: 'a hint that is as short as a pause is a pause',
    config: chain(a, b),
    replies: [limit(1_000)],
    lines: [a1, 'retry 1 1000', a1, 'ok'],
  },
  {
    title: 'the other credentials come before retries, and retries before the next target',
    config: { ...chain(target('a', 64_000, 'k1', 'k4'), b), maxRetries: 1 },
    replies: ['server', 'server', 'server', 'server'],
    lines: [a1, 'send a k4 k4', 'retry 2 1000', a1, 'send a k4 k4', end('server'), b2, 'ok'],
  },
  {
    title: 'each target has one turn, then the last one is retried',
    config: { ...chain(a, b, c), maxRetries: 1 },
    replies: ['server', 'server', limit(60_000), 'server', 'ok'],
    lines: [a1, 'retry 1 1000', a1, end('server'), b2, end('rate-limit'), c3, 'retry 1 1000', c3, 'ok'],
  },
  {
    title: 'if no target is left, the last failure ends it',
    config: { ...chain(a, b), maxRetries: 0 },
    replies: ['server', 'billing'],
    lines: [a1, end('server'), b2, stop('billing')],
  },
  {
    title: 'a target that is available later than this one is not next: this one is retried',
    config: chain(a),
    replies: ['server', 'ok'],
    lines: [a1, 'retry 1 1000', a1, 'ok'],
  },
  {
    title: 'two entries for the same model at the same address are one target',
    config: chain(a, { ...a, name: 'a, second', credentials: [{ key: 'k4', account: 'k4' }] }),
    replies: ['billing', 'billing'],
    lines: [a1, 'send a, second k4 k4', stop('billing')],
  },
  ...(['invalid-request', 'content-filter', 'unknown'] as const).map((reason) => ({
    title: `${reason}: is not sent to another target`,
    config: chain(a, b),
    replies: [reason, reason] as const,
    lines: [
      a1,
      ...(reason === 'unknown' ? ['retry 1 1000', a1] : []),
      ...(reason === 'invalid-request' ? ['send plainly a k1 k1'] : []),
      stop(reason),
    ],
  })),
  {
    title: 'an overflow: the next turn goes to a larger target, not to the next one',
    config: chain(target('a', 8_000, 'k1'), target('b', 4_000, 'k2'), target('c', 32_000, 'k3')),
    replies: ['context-overflow'],
    lines: [a1, end('context-overflow'), c3, 'ok'],
  },
  {
    title: 'an overflow without a larger target: the turn makes room',
    config: chain(a, b),
    replies: ['context-overflow'],
    lines: [a1, stop('context-overflow')],
  },
  {
    title: 'after visible output nothing continues it',
    config: chain(a, b),
    replies: [{ reason: 'server', shown: true }],
    lines: [a1, stop('server')],
  },
  {
    title: 'wait: the turn retries, and ends',
    config: { ...chain(a, b), maxRetries: 1, failover: 'wait' },
    replies: ['server', 'server'],
    lines: [a1, 'retry 1 1000', a1, stop('server')],
  },
];

test.each(scenes)('$title', async (scene) => {
  const { clock, route } = begin(scene.config);
  expect((await driveTurns(await route.beginTurn(), clock, [...scene.replies])).lines).toEqual(scene.lines);
});

test('the old names of the setting mean the same', async () => {
  const lines = async (failover: NonNullable<RouteConfig['failover']>) => {
    const { clock, route } = begin({ ...chain(a, b), maxRetries: 0, failover });
    return (await driveTurns(await route.beginTurn(), clock, ['server'])).lines;
  };
  expect(await lines('between-requests')).toEqual(await lines('continue'));
  expect(await lines('between-turns')).toEqual(await lines('wait'));
  expect(await lines('continue')).not.toEqual(await lines('wait'));
});

test('the other credentials of its target come first, also if another target is first on the route', async () => {
  const { clock, route } = begin({ ...chain(b, target('a', 64_000, 'k1', 'k4')), maxRetries: 0 });
  await driveRequest(await route.beginTurn(), clock, [{ reason: 'server', shown: true }]);
  const turn = await route.beginTurn();
  expect((await driveRequest(turn, clock, [])).lines).toEqual([a1, 'ok']);
  await clock.advance(60_000);
  expect((await driveTurns(turn, clock, ['server', 'server'])).lines).toEqual([
    ...[a1, 'send a k4 k4', end('server')],
    ...[b2, 'ok'],
  ]);
});

test('REQ-915-043 the step says where the turn before was, and why it was left', async () => {
  const { clock, route } = begin(chain(a, b));
  const { steps } = await driveTurns(await route.beginTurn(), clock, [limit(60_000)]);
  expect(steps.at(-1)).toMatchObject({
    movedFrom: 'a (k1)',
    continues: true,
    because: ['a (k1) is cooling down until 12:01:00 UTC: rate-limit', 'b (k2) is the first available'],
  });
});

test('a turn that continues another takes no place in a round-robin', async () => {
  const { clock, route } = begin({ policy: 'round-robin', targets: [a, b, c] });
  const names: string[] = [];
  for (const replies of [[], [limit(2_000)], [], [limit(2_000)], []] as Reply[][]) {
    const { steps } = await driveTurns(await route.beginTurn(), clock, replies);
    names.push(steps.flatMap((step) => (step.do === 'send' ? [step.selection.name] : [])).join(' then '));
    await clock.advance(2_000);
  }
  expect(names).toEqual(['a', 'b then c', 'c', 'a then b', 'b']);
});

test('REQ-915-002 a turn that was continued returns to the first target with the next message', async () => {
  const { clock, route } = begin(chain(a, b));
  const { turn } = await driveTurns(await route.beginTurn(), clock, [limit(5_000)]);
  await clock.advance(10_000);
  expect((await driveTurns(turn, clock, [])).lines).toEqual([b2, 'ok']);
  expect((await driveTurns(await route.beginTurn(), clock, [])).lines).toEqual([a1, 'ok']);
});

test('when it works again includes the targets that have had their turn', async () => {
  const { clock, route } = begin({ ...chain(a, b), maxWaitMs: 0 });
  const { steps } = await driveTurns(await route.beginTurn(), clock, [limit(60_000), limit(600_000)]);
  const last = steps.at(-1);
  expect(last?.do === 'stop' && [last.failure.retryAfterMs, last.failure.message]).toEqual([
    60_000,
    'It failed. The first available is a (k1), at 12:01:00 UTC.',
  ]);
});

/** A turn that has sent one request, and another session that fails with the same credential. */
async function whileOthersFail(config: RouteConfig, failure: Reply, replies: Reply[] = []): Promise<readonly string[]> {
  const { clock, route } = begin(config);
  const mine = await route.beginTurn();
  expect((await driveRequest(mine, clock, [])).lines).toEqual([a1, 'ok']);
  await driveRequest(await route.beginTurn(), clock, [{ ...(failure as object), reason: 'rate-limit', shown: true }]);
  return (await driveTurns(mine, clock, replies)).lines;
}

test.each([
  ['is sent, because its failure could be continued elsewhere', chain(a, b), limit(60_000), [], [a1, 'ok']],
  [
    'ends the turn only if it fails itself',
    chain(a, b),
    limit(60_000),
    [limit(60_000)],
    [a1, end('rate-limit'), b2, 'ok'],
  ],
  ['waits if there is no other target', chain(a), limit(60_000), [], ['cooldown 0 60000', a1, 'ok']],
  [
    'waits if that is what the route says',
    { ...chain(a, b), failover: 'wait' },
    limit(9_000),
    [],
    ['cooldown 0 9000', a1, 'ok'],
  ],
  ['is sent if the wait would be too long', { ...chain(a, b), failover: 'wait' }, limit(3_600_000), [], [a1, 'ok']],
  ['uses another key', chain(target('a', 64_000, 'k1', 'k4'), b), limit(60_000), [], ['send a k4 k4', 'ok']],
] as const satisfies readonly (readonly [string, RouteConfig, Reply, readonly Reply[], readonly string[]])[])(
  'REQ-915-002 what another session met does not end a turn: the next request %s',
  async (_, config, failure, replies, lines) => {
    expect(await whileOthersFail(config, failure, [...replies])).toEqual(lines);
  },
);

const reasons = [
  ...(['rate-limit', 'overloaded', 'timeout', 'network', 'server', 'billing', 'auth', 'auth-permanent'] as const),
  ...(['context-overflow', 'model-not-found', 'invalid-request', 'content-filter', 'unknown'] as const),
];
const scene = fc.record({
  policy: fc.constantFrom('failover', 'round-robin'),
  failover: fc.constantFrom(undefined, 'continue', 'wait'),
  keys: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 4 }),
  windows: fc.array(fc.constantFrom(4_000, 16_000, 64_000), { minLength: 4, maxLength: 4 }),
  /** One request each: of which session, whether with a new message, after how long, and what happens. */
  requests: fc.array(
    fc.record({
      session: fc.integer({ min: 0, max: 2 }),
      fresh: fc.boolean(),
      ms: fc.constantFrom(0, 500, 31_000, 700_000),
      tokens: fc.constantFrom(1_000, 10_000),
      replies: fc.array(
        fc.oneof(
          fc.constant('ok' as const),
          fc.constantFrom(...reasons),
          fc.record({ reason: fc.constantFrom(...reasons), retryAfterMs: fc.constantFrom(0, 20_000, 9e6) }),
        ),
        { maxLength: 12 },
      ),
    }),
    { minLength: 1, maxLength: 10 },
  ),
});

/** The turns of one session since the user's last message. */
interface Chain {
  turn: TurnRoute;
  /** The target of the running turn, and those of the turns that it continues. */
  bound: string | undefined;
  left: readonly string[];
}

/** Returns how many turns were continued. */
function follow(chain: Chain, steps: readonly RouteStep[]): number {
  const before = chain.left.length;
  for (const step of steps) {
    if (step.do === 'send') {
      const { name } = step.selection;
      expect(name).toBe(chain.bound ?? name);
      expect(chain.left).not.toContain(name);
      expect(step.continues === true).toBe(chain.bound === undefined && chain.left.length > 0);
      chain.bound = name;
    } else if (step.do === 'stop' && step.onward !== undefined) {
      chain.left = [...chain.left, chain.bound ?? ''];
      chain.bound = undefined;
    }
  }
  return chain.left.length - before;
}

test(
  'REQ-915-002 all requests of a turn have one target, and each target of a route continues it at most once',
  async () => {
    let continued = 0;
    await holdsAsync(scene, 300, async ({ policy, failover, keys, windows, requests }) => {
      const targets = keys.map((count, at) =>
        target(`t${at}`, windows[at] ?? 0, ...Array.from({ length: count }, (_, key) => `t${at}-${key}`)),
      );
      const { clock, route } = begin({ policy, targets, ...(failover === undefined ? {} : { failover }) });
      const begun = async (): Promise<Chain> => ({ turn: await route.beginTurn(), bound: undefined, left: [] });
      const chains = [await begun(), await begun(), await begun()];
      for (const { session, fresh, ms, tokens, replies } of requests) {
        await clock.advance(ms);
        const mine = fresh ? await begun() : (chains[session] ?? (await begun()));
        chains[session] = mine;
        const { steps, turn } = await driveTurns(mine.turn, clock, [...replies], { tokens });
        mine.turn = turn;
        const count = follow(mine, steps);
        if (failover === 'wait') expect(count).toBe(0);
        continued += count;
      }
    });
    expect(continued).toBeGreaterThan(50);
  },
  patience,
);
