/** The route against strict servers over HTTP: every way in which they fail, and the consequences. */
import {
  type ApiFault,
  type ApiName,
  echoModel,
  type FaultPlan,
  knownFaults,
  type SimulatorSet,
  startAll,
} from '@interlock/simulators';
import { createTransport, type Transport } from '@interlock/wire';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createRoute, type RouteOptions } from '../../src/route/create-route.ts';
import type { RouteConfig, RouteTarget } from '../../src/route/route.ts';
import { createMemoryRouteStore } from '../../src/store/memory-route-store.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { askOverHttp } from './ask-over-http.ts';

const rows = {
  anthropic: { provider: 'anthropic', model: 'claude-opus-4-8', path: '/v1' },
  'openai-chat': { provider: 'openai', model: 'gpt-4.1', path: '/v1', protocol: 'openai-chat' },
  'openai-responses': { provider: 'openai', model: 'gpt-5.6-terra', path: '/v1', protocol: 'openai-responses' },
  gemini: { provider: 'google', model: 'gemini-3.1-pro', path: '/v1beta' },
  ollama: { provider: 'ollama', model: 'qwen3', path: '' },
  mistral: { provider: 'mistral', model: 'mistral-large-latest', path: '/v1' },
} as const satisfies Partial<Record<ApiName, object>>;
type Name = keyof typeof rows;

const names = Object.keys(rows) as Name[];
/** The targets that fail; the last one is the spare. */
const struck = names.slice(0, -1);

let servers: SimulatorSet;
let transport: Transport;
beforeAll(async () => {
  servers = await startAll({
    names,
    model: echoModel,
    // Each fault has its own account, so that several can happen at the same time.
    keysOf: () =>
      Object.fromEntries(['main', 'other', ...Object.keys(knownFaults)].map((name) => [`key-${name}`, name])),
    now: () => Math.floor(Date.now() / 1000),
  });
  transport = createTransport({ proxy: 'none' });
});
afterAll(async () => {
  await transport.close();
  await servers.close();
});
afterEach(() => {
  for (const server of servers.all) server.clearFaults();
});

function target(name: Name, account = 'main'): RouteTarget {
  const { path, ...row } = rows[name];
  const credentials = [{ key: `key-${account}`, account }];
  // All windows have the same size, so that no target can take an overflow.
  return { ...row, name, endpoint: servers.of(name).url + path, credentials, traits: { contextWindow: 100_000 } };
}

const fail = (name: Name, plan: FaultPlan): void => servers.of(name).fault(plan);

function begin(config: RouteConfig, options: RouteOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 8, 1, 12));
  const store = createMemoryRouteStore();
  const route = createRoute(config, { clock, store, random: () => 0.5, environment: {}, ...options });
  const ask = async () => {
    const { steps, failures, text } = await askOverHttp(await route.begin(), clock, transport);
    const lines = steps.map((step) => {
      if (step.do === 'send') return `${step.plain ? 'plainly ' : ''}${step.selection.name} ${step.selection.account}`;
      return step.do === 'wait' ? `${step.why} ${step.ms}` : `stop ${step.failure.reason}`;
    });
    return { lines: text === '' ? lines : [...lines, 'answered'], steps, failures };
  };
  return { clock, store, route, ask };
}

/** The expected effect: the turn moves to the spare, ends because output was shown, or continues; and what cools down afterwards. */
type Outcome = readonly ['moves' | 'stops' | 'answers', ...string[]];

const rateLimit: Outcome = ['moves', 'rate-limit'];
const network: Outcome = ['moves', 'network'];
const timeout: Outcome = ['moves', 'timeout'];
const server: Outcome = ['moves', 'server'];
const answers: Outcome = ['answers'];
const broken: Outcome = ['stops', 'network'];

const outcomes: Readonly<Record<string, Outcome>> = {
  'rate-limit': rateLimit,
  'rate-limit-seconds': rateLimit,
  'rate-limit-date': rateLimit,
  'rate-limit-milliseconds': rateLimit,
  'rate-limit-text': rateLimit,
  'rate-limit-retry-info': rateLimit,
  'rate-limit-reset': rateLimit,
  quota: ['moves', 'billing'],
  overloaded: ['moves', 'overloaded'],
  unavailable: ['moves', 'overloaded'],
  server,
  auth: ['moves', 'auth-permanent'],
  overflow: ['stops'],
  'auth-inside': ['stops', 'auth-permanent'],
  'overloaded-inside': ['stops', 'overloaded'],
  'rate-limit-inside': ['stops', 'rate-limit'],
  'server-inside-at-once': server,
  'page-of-a-proxy': server,
  'empty-answer': network,
  'drop-before-status': network,
  'drop-inside-headers': network,
  'drop-after-headers': network,
  'drop-inside-body': network,
  'stall-before-status': timeout,
  'stall-after-headers': timeout,
  'stall-inside-body': timeout,
  'slow-first-byte': answers,
  'pause-inside-body': answers,
  'malformed-frame': broken,
  'frame-of-rubbish': answers,
  'end-twice': answers,
  'end-missing': answers,
  'end-missing-long-before': broken,
  'truncated-arguments': answers,
  'byte-by-byte': answers,
  'three-bytes-at-a-time': answers,
};

/** Exceptions: servers that report the fault differently. */
const exceptions: Readonly<Partial<Record<string, Readonly<Partial<Record<Name, Outcome>>>>>> = {
  quota: { gemini: rateLimit, ollama: rateLimit },
  overloaded: { ollama: server },
  unavailable: { ollama: server },
  'auth-inside': { ollama: ['stops', 'server'] },
  'overloaded-inside': { ollama: ['stops', 'server'] },
  'rate-limit-inside': { ollama: ['stops', 'server'] },
  'malformed-frame': { gemini: ['stops', 'server'] },
  'frame-of-rubbish': { ollama: broken },
  'end-missing': { 'openai-responses': broken, gemini: broken, ollama: broken },
};

async function meet(name: Name, fault: string): Promise<Outcome> {
  const plan = knownFaults[fault];
  if (plan === undefined) throw new Error(`There is no fault ${fault}.`);
  fail(name, { ...plan, when: ({ account }) => account === fault });
  const { route, ask } = begin({ policy: 'failover', targets: [target(name, fault), target('mistral')] });
  const { lines } = await ask();
  const first = `${name} ${fault}`;
  const account = (await route.look()).targets[0]?.accounts[0];
  const reason = account?.reason === undefined ? [] : [account.reason];
  if (lines.length === 3 && lines[0] === first && lines[1] === 'mistral main') return ['moves', ...reason];
  if (lines.length === 2 && lines[0] === first && lines[1] === 'answered') return ['answers', ...reason];
  if (lines.length === 2 && lines[0] === first && lines[1]?.startsWith('stop ')) return ['stops', ...reason];
  throw new Error(`Unexpected steps: ${lines.join(', ')}`);
}

test('the table covers every known fault', () => {
  expect(Object.keys(outcomes)).toEqual(Object.keys(knownFaults));
});

const isStall = (fault: string): boolean => fault.startsWith('stall');

const meetAll = async (fault: string) =>
  Object.fromEntries(await Promise.all(struck.map(async (name) => [name, await meet(name, fault)] as const)));

const expected = (fault: string) =>
  Object.fromEntries(struck.map((name) => [name, exceptions[fault]?.[name] ?? outcomes[fault]]));

test.each(Object.keys(knownFaults).filter((fault) => !isStall(fault)))(
  'REQ-915-004 %s at every server',
  async (fault) => {
    expect(await meetAll(fault)).toEqual(expected(fault));
  },
);

test('REQ-915-004 stalls at every server', async () => {
  const stalls = Object.keys(knownFaults).filter(isStall);
  expect(await Promise.all(stalls.map(meetAll))).toEqual(stalls.map(expected));
});

/** Server, form of the hint, its value, and the resulting wait if there is no other target. */
const hints: readonly (readonly [Name, NonNullable<ApiFault['hint']>, number, number])[] = [
  ['anthropic', 'retry-after', 30_000, 30_000],
  ['openai-chat', 'retry-after', 2_000, 2_000],
  ['gemini', 'retry-after', 7_000, 7_000],
  ['openai-chat', 'retry-after-ms', 1_898, 1_898],
  ['openai-responses', 'retry-after-ms', 174, 1_000],
  ['openai-chat', 'text', 20_000, 20_000],
  ['openai-responses', 'text', 174, 1_000],
  ['ollama', 'text', 6_000, 6_000],
  ['gemini', 'retry-info', 47_434.392449, 47_435],
  ['openai-chat', 'ratelimit-reset', 6_000, 6_000],
  ['openai-responses', 'ratelimit-reset', 59_000, 59_000],
  ['openai-chat', 'none', 60_000, 1_000],
  // A hint of several days is not shortened.
  ['anthropic', 'retry-after', 259_200_000, 259_200_000],
];

test.each(hints)('%s says %s %d ms: the retry waits %d ms', async (name, hint, ms, wait) => {
  fail(name, { do: 'fail', with: { kind: 'rate-limit', hint, retryAfterMs: ms } });
  const config: RouteConfig = { policy: 'fixed', targets: [target(name)], maxWaitMs: 400_000_000 };
  const { store, ask } = begin(config);
  const { lines, failures } = await ask();
  expect(lines).toEqual([`${name} main`, `retry ${wait}`, `${name} main`, 'answered']);
  expect(failures.map(({ reason }) => reason)).toEqual(['rate-limit']);
  // It works again, and its earlier failures are cleared.
  expect(await store.cooldowns()).toEqual([]);
});

test.each(['anthropic', 'openai-chat', 'gemini'] as const)(
  '%s names the time: the retry waits for it',
  async (name) => {
    const hour = 3_600_000;
    fail(name, { do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after-date', retryAfterMs: hour } });
    const { ask } = begin({ policy: 'fixed', targets: [target(name)], maxWaitMs: 2 * hour });
    const { steps } = await ask();
    const waits = steps.flatMap((step) => (step.do === 'wait' ? [step.ms] : []));
    // A date has no fractions, and the response may be dated a second later than the request.
    expect(waits.map((ms) => Math.round(ms / 10_000) * 10_000)).toEqual([hour]);
  },
);

test.each(['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const)(
  '%s: refreshes an expired token once for five sessions, and the request continues',
  async (name) => {
    let refreshes = 0;
    const refresh = async () => {
      refreshes += 1;
      return { token: 'key-main' };
    };
    const credentials = [{ token: 'key-expired', refresh, account: 'me' }];
    const { route, clock } = begin({ policy: 'fixed', targets: [{ ...target(name), credentials }] });
    const before = servers.of(name).log.length;
    const turns = await Promise.all(Array.from({ length: 5 }, () => route.begin()));
    const asked = await Promise.all(turns.map((turn) => askOverHttp(turn, clock, transport)));
    expect(
      asked.map(({ steps, failures, text }) => [steps.map((step) => step.do), failures.length, text !== '']),
    ).toEqual(Array(5).fill([['send', 'send'], 1, true]));
    expect([refreshes, servers.of(name).log.length - before]).toEqual([1, 10]);
  },
);

test('a token that expires during a stream: the turn ends, and the next one has a new key', async () => {
  const refresh = async () => ({ token: 'key-other' });
  const credentials = [{ token: 'key-main', refresh, account: 'me' }];
  const { ask } = begin({ policy: 'fixed', targets: [{ ...target('anthropic'), credentials }] });
  fail('anthropic', { do: 'fail-inside', with: { kind: 'auth' }, frames: 5 });
  const broken = await ask();
  const next = await ask();
  const accounts = servers
    .of('anthropic')
    .log.slice(-2)
    .map(({ account }) => account);
  expect([broken.lines, next.lines, accounts]).toEqual([
    ['anthropic me', 'stop auth-permanent'],
    ['anthropic me', 'answered'],
    ['main', 'other'],
  ]);
});

const refusal: FaultPlan = {
  do: 'respond',
  response: {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      },
    }),
  },
};

test.each([
  [1, ['anthropic main', 'plainly anthropic main', 'answered']],
  [2, ['anthropic main', 'plainly anthropic main', 'stop invalid-request']],
])('a request rejected %i times is sent in plain form once; no other target is tried', async (times, lines) => {
  fail('anthropic', { ...refusal, times });
  const before = servers.of('mistral').log.length;
  const { store, ask } = begin({ policy: 'failover', targets: [target('anthropic'), target('mistral')] });
  expect((await ask()).lines).toEqual(lines);
  expect([servers.of('mistral').log.length - before, await store.cooldowns()]).toEqual([0, []]);
});

test.each(['anthropic', 'openai-chat', 'gemini', 'ollama'] as const)('%s does not have the model', async (name) => {
  const { store, ask } = begin({
    policy: 'failover',
    targets: [{ ...target(name), model: 'no-such-model', name: 'missing' }, target('mistral')],
  });
  expect((await ask()).lines).toEqual(['missing main', 'mistral main', 'answered']);
  expect(await store.cooldowns()).toEqual([]);
});

test('an unknown key: tries the next key of the same target', async () => {
  const credentials = [
    { key: 'key-unknown', account: 'old' },
    { key: 'key-other', account: 'new' },
  ];
  const { route, ask } = begin({ policy: 'fixed', targets: [{ ...target('anthropic'), credentials }] });
  expect((await ask()).lines).toEqual(['anthropic old', 'anthropic new', 'answered']);
  expect((await route.look()).targets[0]?.accounts.map(({ account, reason }) => [account, reason])).toEqual([
    ['old', 'auth-permanent'],
    ['new', undefined],
  ]);
});

test('all exhausted: waits for the shortest; without patience it says when it will work', async () => {
  const limits = [300_000, 120_000, 60_000];
  const chain = (['anthropic', 'openai-chat', 'gemini'] as const).map((name) => target(name));
  const strike = () => {
    for (const [index, name] of (['anthropic', 'openai-chat', 'gemini'] as const).entries()) {
      fail(name, { do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: limits[index] ?? 0 } });
    }
  };
  strike();
  const patient = begin({ policy: 'failover', targets: chain });
  expect((await patient.ask()).lines).toEqual([
    ...['anthropic main', 'openai-chat main', 'gemini main', 'retry 60000', 'gemini main', 'answered'],
  ]);
  strike();
  const { steps } = await begin({ policy: 'failover', targets: chain, maxWaitMs: 59_999 }).ask();
  expect(steps.at(-1)).toMatchObject({
    do: 'stop',
    provider: 'google',
    failure: {
      reason: 'rate-limit',
      retryAfterMs: 60_000,
      message: expect.stringMatching(/gemini \(main\), at 12:01:00 UTC\.$/),
    },
    because: [
      'anthropic (main) is cooling down until 12:05:00 UTC: rate-limit',
      'openai-chat (main) is cooling down until 12:02:00 UTC: rate-limit',
      'gemini (main) is cooling down until 12:01:00 UTC: rate-limit',
    ],
  });
});

test('connection refused: tries the next target', async () => {
  const gone = { ...target('openai-chat'), endpoint: 'http://127.0.0.1:1/v1', name: 'gone' };
  const { ask } = begin({ policy: 'failover', targets: [gone, target('mistral')] });
  expect((await ask()).lines).toEqual(['gone main', 'mistral main', 'answered']);
});

test('reads keys and URLs from the environment like the vendors’ own clients', async () => {
  const environment = {
    ANTHROPIC_BASE_URL: servers.of('anthropic').url,
    ANTHROPIC_API_KEY: 'key-main',
    GOOGLE_GEMINI_BASE_URL: servers.of('gemini').url,
    GOOGLE_API_KEY: 'key-main',
    OLLAMA_HOST: servers.of('ollama').url.replace('http://', ''),
  };
  const targets = (['anthropic', 'gemini', 'ollama'] as const).map((name) => {
    const { provider, model } = rows[name];
    return { provider, model };
  });
  const { ask } = begin({ policy: 'round-robin', targets }, { environment });
  expect([(await ask()).lines, (await ask()).lines, (await ask()).lines]).toEqual([
    ['anthropic/claude-opus-4-8 env:ANTHROPIC_API_KEY', 'answered'],
    ['google/gemini-3.1-pro env:GOOGLE_API_KEY', 'answered'],
    ['ollama/qwen3 none', 'answered'],
  ]);
});
