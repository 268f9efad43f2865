/** What a request does after each kind of failure: a table of replies and the resulting steps. Turns: `turn-bound.test.ts`. */
import { expect, test } from 'vitest';
import { createRoute, type RouteOptions } from '../../src/route/create-route.ts';
import type { RouteConfig, RouteTarget } from '../../src/route/route.ts';
import { createMemoryRouteStore } from '../../src/store/memory-route-store.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { driveRequest, type Reply } from './drive.ts';

const noon = Date.UTC(2026, 8, 1, 12);

const target = (name: string, ...keys: readonly string[]): RouteTarget => ({
  provider: 'openai-compatible',
  model: `model-${name}`,
  endpoint: `http://${name}.example/v1`,
  name,
  credentials: keys.map((key) => ({ key, account: `account-${key}` })),
});
const near: RouteConfig = {
  policy: 'fixed',
  targets: [{ ...target('near', 'k1'), endpoint: 'http://localhost:1/v1' }],
};
const small = (name: string, window: number, ...keys: readonly string[]): RouteTarget => ({
  ...target(name, ...keys),
  traits: { contextWindow: window },
});

const one: RouteConfig = { policy: 'fixed', targets: [target('a', 'k1')] };
const two: RouteConfig = { policy: 'fixed', targets: [target('a', 'k1', 'k2')] };
const chain: RouteConfig = { policy: 'failover', targets: [target('a', 'k1'), target('b', 'k2')] };
const waiting: RouteConfig = { ...chain, failover: 'wait' };
const bySize: RouteConfig = {
  policy: 'failover',
  targets: [small('a', 8_000, 'k1'), small('b', 4_000, 'k2'), small('c', 32_000, 'k3')],
};

const a1 = 'send a account-k1 k1';
const n1 = 'send near account-k1 k1';
const a2 = 'send a account-k2 k2';
const b2 = 'send b account-k2 k2';
const limit = (retryAfterMs?: number): Reply => ({
  reason: 'rate-limit',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const stop = (reason: string): string => `stop openai-compatible ${reason}`;

interface Scene {
  readonly title: string;
  readonly config: RouteConfig;
  readonly replies: readonly Reply[];
  readonly lines: readonly string[];
  readonly tokens?: number;
}

const scenes: readonly Scene[] = [
  { title: 'nothing fails', config: chain, replies: ['ok'], lines: [a1, 'ok'] },
  ...(['rate-limit', 'overloaded', 'timeout', 'network', 'server', 'billing', 'auth-permanent'] as const).map(
    (reason) => ({
      title: `${reason}: uses the next credential at once`,
      config: two,
      replies: [reason, 'ok'] as const,
      lines: [a1, a2, 'ok'],
    }),
  ),
  {
    title: 'alone: retries after 1, 2, 4, 8 s: 1 + maxRetries requests, and no more',
    config: one,
    replies: Array<Reply>(20).fill('server'),
    lines: [a1, 'retry 1 1000', a1, 'retry 2 2000', a1, 'retry 3 4000', a1, 'retry 4 8000', a1, stop('server')],
  },
  {
    title: 'alone: after rate limits without a hint the last retry waits for the end of the window (05 §6.2)',
    config: one,
    replies: Array<Reply>(20).fill('rate-limit'),
    lines: [a1, 'retry 1 1000', a1, 'retry 2 2000', a1, 'retry 3 4000', a1, 'cooldown 4 23000', a1, stop('rate-limit')],
  },
  {
    title: 'failures of several kinds share one count',
    config: { ...one, maxRetries: 3 },
    replies: ['unknown', 'server', 'invalid-request', 'server', 'server', 'server'],
    lines: [...[a1, 'retry 1 1000', a1, 'retry 2 1000', a1, 'send plainly a account-k1 k1'], stop('server')],
  },
  {
    title: 'each credential has its own count',
    config: { ...two, maxRetries: 1 },
    replies: Array<Reply>(20).fill('server'),
    lines: [a1, a2, 'retry 2 1000', a1, a2, stop('server')],
  },
  {
    title: 'no retries: unknown is not retried',
    config: { ...one, maxRetries: 0 },
    replies: ['unknown'],
    lines: [a1, stop('unknown')],
  },
  {
    title: 'alone: retries an unknown host once',
    config: one,
    replies: Array<Reply>(20).fill({ reason: 'network', code: 'ENOTFOUND' }),
    lines: [a1, 'retry 1 1000', a1, stop('network')],
  },
  {
    title: 'alone: also a refused connection on this machine',
    config: near,
    replies: Array<Reply>(20).fill({ reason: 'network', code: 'ECONNREFUSED' }),
    lines: [n1, 'retry 1 1000', n1, stop('network')],
  },
  {
    title:
      'alone: elsewhere a refused connection may be a starting server, and a busy resolver (EAI_AGAIN) may answer later',
    config: { ...one, maxRetries: 2, maxWaitMs: 0 },
    replies: [
      { reason: 'network', code: 'ECONNREFUSED' },
      { reason: 'network', code: 'EAI_AGAIN' },
      { reason: 'network', code: 'ECONNRESET' },
    ],
    lines: [a1, 'retry 1 1000', a1, 'retry 2 2000', a1, stop('network')],
  },
  {
    title: 'no retries: tries an unknown host once',
    config: { ...one, maxRetries: 0 },
    replies: [{ reason: 'network', code: 'ENOTFOUND' }],
    lines: [a1, stop('network')],
  },
  {
    title: 'an unknown host: tries another target at once, and not again while others can be waited for',
    config: { ...chain, maxRetries: 2 },
    replies: [
      { reason: 'network', code: 'ENOTFOUND' },
      'overloaded',
      { reason: 'network', code: 'ENOTFOUND' },
      'overloaded',
      'ok',
    ],
    lines: [a1, b2, 'retry 2 1000', a1, b2, 'retry 4 2000', b2, 'ok'],
  },
  {
    title: 'alone: a hint is a minimum',
    config: one,
    replies: [limit(47_434), limit(174), 'ok'],
    lines: [a1, 'retry 1 47434', a1, 'retry 2 2000', a1, 'ok'],
  },
  {
    title: 'alone: stops for a hint longer than the limit',
    config: one,
    replies: [limit(300_001)],
    lines: [a1, stop('rate-limit')],
  },
  {
    title: 'alone: hints add up against the limit',
    config: one,
    replies: [limit(200_000), limit(200_000)],
    lines: [a1, 'retry 1 200000', a1, stop('rate-limit')],
  },
  {
    title: 'alone: a hint of 0 is retried as often as allowed, then stops',
    config: { ...one, maxRetries: 2 },
    replies: Array<Reply>(20).fill(limit(0)),
    lines: [a1, 'retry 1 1000', a1, 'retry 2 2000', a1, stop('rate-limit')],
  },
  {
    title: 'no retries and no waiting',
    config: { ...one, maxRetries: 0, maxWaitMs: 0 },
    replies: ['overloaded'],
    lines: [a1, stop('overloaded')],
  },
  {
    title: 'both fail: uses the one available first',
    config: two,
    replies: [limit(9_000), limit(3_000), 'ok'],
    lines: [a1, a2, 'retry 2 3000', a2, 'ok'],
  },
  {
    title: 'sends an invalid request in plain form once, to the same selection, and tries no other target',
    config: chain,
    replies: ['invalid-request', 'invalid-request'],
    lines: [a1, 'send plainly a account-k1 k1', stop('invalid-request')],
  },
  {
    title: 'stops after a spurious rejection',
    config: chain,
    replies: ['invalid-request', 'ok'],
    lines: [a1, 'send plainly a account-k1 k1', 'ok'],
  },
  {
    title: 'a plain request with a temporary failure stays plain at its target, not elsewhere',
    config: { ...chain, targets: [target('a', 'k1')] },
    replies: ['invalid-request', 'server', 'ok'],
    lines: [a1, 'send plainly a account-k1 k1', 'retry 2 1000', 'send plainly a account-k1 k1', 'ok'],
  },
  {
    title: 'reports a plain request that another target rejects',
    config: chain,
    replies: ['invalid-request', 'server', 'invalid-request'],
    lines: [a1, 'send plainly a account-k1 k1', b2, stop('invalid-request')],
  },
  {
    title: 'a missing model: tries the next target, whatever other credentials there are',
    config: { policy: 'failover', targets: [target('a', 'k1', 'k3'), target('b', 'k2')] },
    replies: ['model-not-found', 'ok'],
    lines: [a1, b2, 'ok'],
  },
  {
    title: 'a model that no target has',
    config: chain,
    replies: ['model-not-found', 'model-not-found'],
    lines: [a1, b2, stop('model-not-found')],
  },
  { title: 'filtered content', config: chain, replies: ['content-filter'], lines: [a1, stop('content-filter')] },
  {
    title: 'unknown: retries at the same target, although another is free',
    config: chain,
    replies: ['unknown', 'unknown'],
    lines: [a1, 'retry 1 1000', a1, stop('unknown')],
  },
  {
    title: 'an overflow: uses the target with the larger window',
    config: bySize,
    replies: ['context-overflow', 'ok'],
    lines: [a1, 'send c account-k3 k3', 'ok'],
  },
  {
    title: 'an overflow at the largest: the turn has to make space',
    config: bySize,
    replies: ['context-overflow', 'context-overflow'],
    lines: [a1, 'send c account-k3 k3', stop('context-overflow')],
  },
  {
    title: 'an overflow with equal windows elsewhere',
    config: chain,
    replies: ['context-overflow'],
    lines: [a1, stop('context-overflow')],
  },
  {
    title: 'skips windows that cannot hold the history',
    config: bySize,
    tokens: 9_000,
    replies: ['ok'],
    lines: ['send c account-k3 k3', 'ok'],
  },
  {
    title: 'while another is left',
    config: bySize,
    tokens: 9_000,
    replies: ['model-not-found', 'ok'],
    lines: ['send c account-k3 k3', a1, 'ok'],
  },
  ...(
    ['rate-limit', 'server', 'invalid-request', 'context-overflow', 'unknown', 'auth', 'model-not-found'] as const
  ).map((reason) => ({
    title: `${reason} after visible output: nothing is sent again`,
    config: chain,
    replies: [{ reason, shown: true as const }],
    lines: [a1, stop(reason === 'auth' ? 'auth-permanent' : reason)],
  })),
  ...(['billing', 'auth', 'model-not-found', 'context-overflow'] as const).map((reason) => ({
    title: `wait: ${reason} ends the turn`,
    config: waiting,
    replies: [reason],
    lines: [a1, stop(reason === 'auth' ? 'auth-permanent' : reason)],
  })),
  ...(['rate-limit', 'overloaded', 'server', 'timeout', 'network', 'unknown'] as const).map((reason) => ({
    title: `REQ-915-002 wait: ${reason} is retried at the same target, although another is free`,
    config: waiting,
    replies: [reason, 'ok'] as const,
    lines: [a1, 'retry 1 1000', a1, 'ok'],
  })),
  ...(['rate-limit', 'server', 'billing', 'auth-permanent'] as const).map((reason) => ({
    title: `REQ-915-002 wait: ${reason} goes to the other key of the target`,
    config: { ...waiting, targets: [target('a', 'k1', 'k2'), target('b', 'k3')] },
    replies: [reason, 'ok'] as const,
    lines: [a1, a2, 'ok'],
  })),
  {
    title: 'REQ-915-002 wait: waits for a hint, then retries the same target',
    config: waiting,
    replies: [limit(20_000), 'ok'],
    lines: [a1, 'retry 1 20000', a1, 'ok'],
  },
  {
    title: 'REQ-915-002 wait: another entry with the same model and URL is the same target',
    config: { ...waiting, targets: [target('a', 'k1'), { ...target('a', 'k2'), name: 'a, second' }] },
    replies: ['billing', 'ok'],
    lines: [a1, 'send a, second account-k2 k2', 'ok'],
  },
  {
    title: 'wait: the plain request is not another target',
    config: waiting,
    replies: ['invalid-request', 'ok'],
    lines: [a1, 'send plainly a account-k1 k1', 'ok'],
  },
];

function begin(config: RouteConfig, options: RouteOptions = {}) {
  const clock = createVirtualClock(noon);
  const store = createMemoryRouteStore();
  const route = createRoute(config, { clock, store, random: () => 0.5, environment: {}, ...options });
  return { clock, store, route };
}

test.each(scenes)('$title', async ({ config, replies, lines, tokens = 1_000 }) => {
  const { clock, route } = begin(config);
  expect((await driveRequest(await route.begin(), clock, [...replies], { tokens })).lines).toEqual(lines);
});

test('a conversation keeps its target for all its requests; the next one returns to the primary', async () => {
  const { clock, route } = begin(chain);
  const first = await route.begin();
  expect((await driveRequest(first, clock, [limit(5_000)])).lines).toEqual([a1, b2, 'ok']);
  await clock.advance(10_000);
  expect((await driveRequest(first, clock, [])).lines).toEqual([b2, 'ok']);
  expect((await driveRequest(await route.begin(), clock, [])).lines).toEqual([a1, 'ok']);
});

test('turns use another target until the cooldown ends, then the primary again', async () => {
  const { clock, route } = begin(chain);
  const request = async (replies: Reply[] = []) => (await driveRequest(await route.begin(), clock, replies)).lines;
  expect(await request(['overloaded'])).toEqual([a1, b2, 'ok']);
  await clock.advance(29_999);
  expect(await request()).toEqual([b2, 'ok']);
  await clock.advance(1);
  expect(await request(['overloaded'])).toEqual([a1, b2, 'ok']);
  await clock.advance(59_999);
  expect(await request()).toEqual([b2, 'ok']);
  await clock.advance(1);
  // A success clears the count.
  expect(await request()).toEqual([a1, 'ok']);
  expect(await request(['overloaded'])).toEqual([a1, b2, 'ok']);
  await clock.advance(30_000);
  expect(await request()).toEqual([a1, 'ok']);
});

test('wait: the next turn uses another target', async () => {
  const { clock, route } = begin(waiting);
  const failed = await driveRequest(await route.begin(), clock, Array<Reply>(5).fill('server'));
  expect(failed.lines.at(-1)).toBe(stop('server'));
  expect(failed.steps.at(-1)?.because.at(-1)).toBe('the next message may go to another target');
  expect((await driveRequest(await route.begin(), clock, [])).lines).toEqual([b2, 'ok']);
});

test('wait: a turn waits for a credential that others have exhausted', async () => {
  const { clock, route } = begin(waiting);
  const turn = await route.begin();
  await driveRequest(turn, clock, []);
  await driveRequest(await route.begin(), clock, [{ reason: 'rate-limit', retryAfterMs: 7_000, shown: true }]);
  expect((await driveRequest(turn, clock, [])).lines).toEqual(['cooldown 0 7000', a1, 'ok']);
});

test('after a failure with visible output the next turn uses another target', async () => {
  const { clock, route } = begin(chain);
  await driveRequest(await route.begin(), clock, [{ reason: 'server', shown: true }]);
  expect((await driveRequest(await route.begin(), clock, [])).lines).toEqual([b2, 'ok']);
});

test('round-robin: one target per turn, by weight; skips a target in cooldown, which keeps its place', async () => {
  const [a, b, c] = [{ ...target('a', 'k1'), weight: 2 }, target('b', 'k2'), target('c', 'k3')];
  const { clock, route } = begin({ policy: 'round-robin', targets: [a, b, c] });
  const names: string[] = [];
  for (const replies of [[], [], [], [], [limit(1_000)], [], [], [], []] as Reply[][]) {
    const { steps } = await driveRequest(await route.begin(), clock, replies);
    names.push(steps.map((step) => (step.do === 'send' ? step.selection.name : step.do)).join(' then '));
    if (names.length === 7) await clock.advance(1_000);
  }
  expect(names).toEqual(['a', 'b', 'c', 'a', 'a then b', 'b', 'c', 'a', 'a']);
});

test('a round-robin turn makes all its requests to one target', async () => {
  const { clock, route } = begin({ ...chain, policy: 'round-robin' });
  const [first, second] = [await route.begin(), await route.begin()];
  const lines = [];
  for (const turn of [first, second, first, second]) lines.push((await driveRequest(turn, clock, [])).lines[0]);
  expect(lines).toEqual([a1, b2, a1, b2]);
});

test('auth: renews the key once for all waiting sessions, and retries with the same credential', async () => {
  const clock = createVirtualClock(noon);
  let refreshes = 0;
  const refresh = async () => {
    refreshes += 1;
    const token = `tok-${refreshes + 1}`;
    await clock.sleep(50);
    return { token };
  };
  const credentials = [{ token: 'tok-1', refresh, account: 'me' }];
  const config: RouteConfig = { policy: 'fixed', targets: [{ ...target('a'), credentials }] };
  const route = createRoute(config, { clock, random: () => 0.5, environment: {} });
  const turns = await Promise.all([route.begin(), route.begin(), route.begin()]);
  const all = await clock.finish(Promise.all(turns.map((turn) => driveRequest(turn, clock, ['auth']))));
  expect(all.map(({ lines }) => lines)).toEqual(Array(3).fill(['send a me tok-1', 'send a me tok-2', 'ok']));
  expect(refreshes).toBe(1);
  // It is refused again immediately, so it is not used for now.
  const again = await clock.finish(driveRequest(await route.begin(), clock, ['auth', 'auth']));
  expect(again.lines).toEqual(['send a me tok-2', 'send a me tok-3', stop('auth-permanent')]);
});

test('auth during a stream: the next turn has a new key', async () => {
  const clock = createVirtualClock(noon);
  const refresh = async () => ({ token: 'tok-2' });
  const credentials = [{ token: 'tok-1', refresh, account: 'me' }];
  const config: RouteConfig = { policy: 'fixed', targets: [{ ...target('a'), credentials }] };
  const route = createRoute(config, { clock, environment: {} });
  const broken = await driveRequest(await route.begin(), clock, [{ reason: 'auth', shown: true }]);
  expect(broken.lines).toEqual(['send a me tok-1', stop('auth')]);
  expect((await driveRequest(await route.begin(), clock, [])).lines).toEqual(['send a me tok-2', 'ok']);
});

test('an unavailable key: tries the others, and reports which one and why if there is none', async () => {
  const credentials = [{ env: 'NOT_SET' }, { command: 'exit 7', account: 'vault' }] as const;
  const config: RouteConfig = { policy: 'failover', targets: [{ ...target('a'), credentials }, target('b', 'k2')] };
  const { clock, store, route } = begin(config, { environment: { PATH: process.env['PATH'] } });
  const { lines, steps } = await driveRequest(await route.begin(), clock, []);
  expect(lines).toEqual([b2, 'ok']);
  expect(steps[0]?.because).toEqual([
    'a (env:NOT_SET) has no key: The environment variable NOT_SET is not set.',
    'a (vault) has no key: The command for the key ended with exit code 7.',
    'b (account-k2) is the first available',
  ]);
  // Reading a variable costs nothing, so only the command cools down.
  expect(await store.cooldowns()).toEqual([
    {
      key: 'openai-compatible@http://a.example/v1|vault',
      reason: 'auth-permanent',
      count: 1,
      until: noon + 600_000,
    },
  ]);

  const alone = begin({ policy: 'fixed', targets: [{ ...target('a'), credentials: [{ file: '/no/such/file' }] }] });
  expect(await (await alone.route.begin()).next({ tokens: 1 })).toEqual({
    do: 'stop',
    provider: 'openai-compatible',
    failure: {
      reason: 'auth-permanent',
      message: 'The file /no/such/file with the key cannot be read (ENOENT).',
    },
    because: ['a (file:/no/such/file) has no key: The file /no/such/file with the key cannot be read (ENOENT).'],
  });
});

test('auth and billing affect all models of a credential, a rate limit only its own', async () => {
  const models = ['m1', 'm2'].map((model) => ({
    ...target('a', 'k1'),
    endpoint: 'http://a.example/v1',
    model,
    name: model,
  }));
  const lines = [];
  for (const reason of ['rate-limit', 'billing'] as const) {
    const { clock, route } = begin({ policy: 'failover', targets: [...models, target('b', 'k2')] });
    lines.push((await driveRequest(await route.begin(), clock, [reason])).lines);
  }
  expect(lines).toEqual([
    ['send m1 account-k1 k1', 'send m2 account-k1 k1', 'ok'],
    ['send m1 account-k1 k1', b2, 'ok'],
  ]);
});

test('all exhausted: waits visibly for the shortest; stops if the wait exceeds the limit and says when it will work', async () => {
  const { clock, route } = begin({ ...chain, maxRetries: 0, maxWaitMs: 100_000 });
  const first = await driveRequest(await route.begin(), clock, [limit(300_000), limit(120_000)]);
  expect(first.steps.at(-1)).toEqual({
    do: 'stop',
    provider: 'openai-compatible',
    failure: {
      reason: 'rate-limit',
      message: 'It failed. The first available is b (account-k2), at 12:02:00 UTC.',
      retryAfterMs: 120_000,
    },
    because: [
      'a (account-k1) is cooling down until 12:05:00 UTC: rate-limit',
      'b (account-k2) is cooling down until 12:02:00 UTC: rate-limit',
    ],
  });
  await clock.advance(10_000);
  expect(await (await route.begin()).next({ tokens: 1 })).toEqual({
    do: 'stop',
    provider: 'openai-compatible',
    failure: {
      reason: 'rate-limit',
      message:
        'Every credential of the route is cooling down. The first available is b (account-k2), at 12:02:00 UTC (rate-limit).',
      retryAfterMs: 110_000,
    },
    because: first.steps.at(-1)?.because,
  });
  await clock.advance(10_000);
  const waiting = await (await route.begin()).next({ tokens: 1 });
  expect(waiting).toEqual({
    do: 'wait',
    why: 'cooldown',
    ms: 100_000,
    until: noon + 120_000,
    attempt: 0,
    because: first.steps.at(-1)?.because,
  });
  expect((await driveRequest(await route.begin(), clock, [])).lines).toEqual(['cooldown 0 100000', b2, 'ok']);
});

test('continues waiting after waking too early, and counts it once', async () => {
  const { clock, store, route } = begin({ ...one, maxWaitMs: 60_000 });
  await store.put({
    key: 'openai-compatible@http://a.example/v1|account-k1|model-a',
    reason: 'rate-limit',
    count: 1,
    until: noon + 60_000,
  });
  const turn = await route.begin();
  const waits = [];
  for (const ms of [20_000, 20_000, 20_000]) {
    const step = await turn.next({ tokens: 1 });
    waits.push(step.do === 'wait' ? step.ms : step.do);
    await clock.advance(ms);
  }
  waits.push((await turn.next({ tokens: 1 })).do);
  expect(waits).toEqual([60_000, 40_000, 20_000, 'send']);
});

test('tries a credential that only a person can fix once per turn if there is nothing else', async () => {
  const { clock, route } = begin(one);
  const refused = await driveRequest(await route.begin(), clock, ['auth-permanent']);
  expect(refused.lines).toEqual([a1, stop('auth-permanent')]);
  const still = await driveRequest(await route.begin(), clock, ['auth-permanent']);
  expect(still.lines).toEqual([a1, stop('auth-permanent')]);
  expect(still.steps[0]?.because).toEqual([
    'a (account-k1) is cooling down until 12:10:00 UTC: auth-permanent; only a person can fix that, so it is tried once per turn',
  ]);
  const mended = await route.begin();
  expect((await driveRequest(mended, clock, [])).lines).toEqual([a1, 'ok']);
  expect(await route.look()).toEqual({ targets: [{ name: 'a', accounts: [{ account: 'account-k1' }] }] });
});

test('outside of turns a conversation moves on if another session exhausted its credential', async () => {
  const { clock, route } = begin(chain);
  const mine = await route.begin();
  await driveRequest(mine, clock, []);
  await driveRequest(await route.begin(), clock, [limit(60_000)]);
  const { lines, steps } = await driveRequest(mine, clock, []);
  expect(lines).toEqual([b2, 'ok']);
  const [step] = steps;
  expect({ ...step, selection: 'b' }).toEqual({
    do: 'send',
    selection: 'b',
    plain: false,
    movedFrom: 'a (account-k1)',
    because: ['a (account-k1) is cooling down until 12:01:00 UTC: rate-limit', 'b (account-k2) is the first available'],
  });
});

test('waits for a window that another session opened; success there does not shorten it', async () => {
  const { clock, route } = begin(one);
  const [mine, slow] = [await route.begin(), await route.begin()];
  await mine.next({ tokens: 1 });
  await slow.next({ tokens: 1 });
  await driveRequest(await route.begin(), clock, [{ ...(limit(90_000) as object), reason: 'rate-limit', shown: true }]);
  // The request was sent before the window started, so its success does not end the window.
  await slow.succeeded();
  const step = await mine.failed({ reason: 'server', message: 'x' }, false, { tokens: 1 });
  expect(step).toMatchObject({ do: 'wait', why: 'cooldown', ms: 90_000 });
});

test('a success clears what was known when its request was sent, not what others met since', async () => {
  const { clock, route } = begin(one);
  const failShown = async () => driveRequest(await route.begin(), clock, [{ reason: 'server', shown: true }]);
  await failShown();
  await clock.advance(30_000);
  const slow = await route.begin();
  await slow.next({ tokens: 1 });
  await failShown();
  await slow.succeeded();
  const accounts = [{ account: 'account-k1', coolingUntil: noon + 90_000, reason: 'server' }];
  expect(await route.look()).toEqual({ targets: [{ name: 'a', accounts }] });
});

test('a target that accepted the history only in plain form gets it that way for the rest of the turn', async () => {
  const { clock, route } = begin(chain);
  const turn = await route.begin();
  await driveRequest(turn, clock, ['invalid-request']);
  expect((await driveRequest(turn, clock, ['invalid-request'])).lines).toEqual([
    'send plainly a account-k1 k1',
    stop('invalid-request'),
  ]);
  expect((await driveRequest(await route.begin(), clock, [])).lines).toEqual([a1, 'ok']);
});

test('retries the same target after making space', async () => {
  const { clock, route } = begin({ policy: 'fixed', targets: [small('a', 8_000, 'k1')] });
  const turn = await route.begin();
  expect((await driveRequest(turn, clock, ['context-overflow'])).lines).toEqual([a1, stop('context-overflow')]);
  expect((await driveRequest(turn, clock, [], { tokens: 400 })).lines).toEqual([a1, 'ok']);
});

test('only the target of a selection contains the key; no step names it', async () => {
  const secret = 'sk-very-secret-0123456789';
  const credentials = [{ key: secret }, { token: `${secret}-2`, refresh: 'exit 1' }];
  const { clock, route } = begin({ policy: 'fixed', targets: [{ ...target('a'), credentials }] });
  const { steps } = await driveRequest(await route.begin(), clock, ['auth', 'auth', 'rate-limit', 'server', 'unknown']);
  for (const step of steps) {
    const shown = step.do === 'send' ? { ...step, selection: { ...step.selection, target: {} } } : step;
    expect(JSON.stringify(shown)).not.toContain('secret');
  }
  expect(JSON.stringify(await route.look())).not.toContain('secret');
});

test('a request that was never sent cannot fail: the step is a stop', async () => {
  const { route } = begin(one);
  const failure = { reason: 'server', message: 'x' } as const;
  expect(await (await route.begin()).failed(failure, false, { tokens: 1 })).toEqual({
    do: 'stop',
    provider: 'openai-compatible',
    failure,
    because: ['nothing was sent'],
  });
});
