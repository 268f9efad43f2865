/** Failures of every kind during a turn: another turn continues it where possible, no tool runs twice, and nothing is lost. */
import type { FaultPlan } from '@interlock/simulators';
import { script } from '@interlock/simulators';
import type { FailureReason } from '@interlock/wire';
import { afterEach, describe, expect, test } from 'vitest';
import { createRoute, type RouteConfig, type SessionEvent, type SessionOptions } from '../../src/index.ts';
import { type Agents, endOf, openAgents, play, typesOf } from '../agents.ts';
import { createGate } from '../gate.ts';
import { createVirtualClock } from '../virtual-clock.ts';

const five = [1, 2, 3, 4, 5];
const model = script([
  { when: { user: 'hello' }, say: 'Hello.' },
  { when: { of: 'work' }, say: 'Done: {{results}}' },
  { when: { user: 'work' }, say: 'I begin.', call: five.map((n) => ({ tool: 'work', args: { n } })) },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(config: (agents: Agents) => RouteConfig, more: Partial<SessionOptions> = {}) {
  const opened = await openAgents({ model, only: ['anthropic', 'gemini', 'mistral'] });
  agents = opened;
  const gate = createGate();
  for (const n of five) gate.open(n);
  const clock = createVirtualClock();
  const session = await opened.open({ route: config(opened), tools: [gate.tool], clock, random: () => 0.5, ...more });
  const say = (text: string): Promise<readonly SessionEvent[]> => clock.finish(play(session, text));
  return { agents: opened, session, gate, clock, say };
}

const chain = (agents: Agents): RouteConfig => ({
  policy: 'failover',
  maxRetries: 0,
  targets: [agents.target('anthropic'), agents.target('gemini'), agents.target('mistral')],
});

/** Each fault affects the second request of the turn, after five calls have run. */
const faults: readonly (readonly [string, FaultPlan, FailureReason])[] = [
  ['a rate limit with a hint', fail({ kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 30_000 }), 'rate-limit'],
  ['a rate limit without a hint', fail({ kind: 'rate-limit' }), 'rate-limit'],
  ['an empty account', fail({ kind: 'quota' }), 'billing'],
  ['overload', fail({ kind: 'overloaded' }), 'overloaded'],
  ['a server error', fail({ kind: 'server' }), 'server'],
  ['a rejected key', fail({ kind: 'auth' }), 'auth'],
  ['a closed connection', { do: 'drop', at: 'before-status', after: 1 }, 'network'],
  ['a proxy’s page', respond(502, '<html>Bad gateway</html>'), 'server'],
  // An error that the API did not produce is a failure of the endpoint, not of the request.
  ...[307, 400, 403, 404, 405, 406, 410, 418, 421, 422, 425, 426, 451].map(
    (status) =>
      [`a web page with status ${status}`, respond(status, `<html><title>${status}</title>`), 'server'] as const,
  ),
  ['a web page instead of an answer', respond(200, '<!doctype html><title>Please log in</title>'), 'server'],
  ['a router’s message', respond(404, '404 page not found', 'text/plain'), 'server'],
  ['a gateway without that route', respond(404, '{"message":"no Route matched with those values"}'), 'server'],
  ['a web framework’s 404', respond(404, '{"detail":"Not Found"}', 'application/json'), 'server'],
  ['an empty rejection', respond(400, '', 'text/plain'), 'server'],
];

function fail(fault: Extract<FaultPlan, { do: 'fail' }>['with']): FaultPlan {
  return { do: 'fail', with: fault, after: 1 };
}

function respond(status: number, body: string, type = 'text/html'): FaultPlan {
  return { do: 'respond', response: { status, headers: { 'content-type': type }, body }, after: 1 };
}

describe('REQ-915-004 REQ-915-043: the next target continues the turn, with a transcript in its own form', () => {
  test.each(faults)('%s', async (_, fault, reason) => {
    const { agents, gate, say } = await open(chain);
    agents.of('anthropic').fault(fault);
    const events = await say('work');
    expect(endOf(events)).toMatchObject({ outcome: 'done', text: expect.stringContaining('[[done 5]]') });
    expect(gate.finished.toSorted()).toEqual(five);
    const failure = events.find((event) => event.type === 'request-failed')?.failure.reason;
    expect(failure === reason || (reason === 'auth' && failure === 'auth-permanent')).toBe(true);
    expect(agents.of('gemini').log.map(({ verdict }) => verdict)).toEqual(['accepted']);
    expect(typesOf(events)).toContain('failover');
    agents.accepted();
  });
});

describe('REQ-915-002: what another session met does not end a turn', () => {
  const [claude, gemini] = ['anthropic/claude-opus-4-8', 'google/gemini-3.1-pro'];

  test.each([
    ['its next request is sent', 0, [claude, claude], []],
    ['only its own failure ends it', 1, [claude, claude, gemini], [['turn-1', 'turn-2']]],
  ] as const)('%s', async (_, failures, targets, continued) => {
    const gate = createGate();
    const { agents, session, clock } = await open(chain, { tools: [gate.tool] });
    const route = createRoute(chain(agents), { clock, random: () => 0.5, environment: {} });
    session.switchTo(route);
    const other = await agents.open({ route, clock, tools: [] });
    const fault = { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 60_000 } as const;
    agents.of('anthropic').fault({ do: 'fail', with: fault, after: 1, times: 1 + failures });
    const mine = play(session, 'work');
    await gate.begun(five.length);
    // Time that passes would end the calls of the first session.
    expect(endOf(await play(other, 'hello')).outcome).toBe('done');
    for (const n of five) gate.open(n);
    const events = await clock.finish(mine);
    expect(endOf(events).outcome).toBe('done');
    expect(events.flatMap((event) => (event.type === 'request' ? [event.target] : []))).toEqual(targets);
    const moves = events.flatMap((event) => (event.type === 'failover' ? [[event.continues, event.turnId]] : []));
    expect(moves).toEqual(continued);
    agents.accepted();
  });
});

test('REQ-915-002 the second key of the same provider finishes the turn, although another target is free', async () => {
  agents = await openAgents({ model, only: ['anthropic', 'gemini'], keys: { 'key-one': 'one', 'key-two': 'two' } });
  const credentials = ['one', 'two'].map((account) => ({ key: `key-${account}`, account }));
  const gate = createGate();
  for (const n of five) gate.open(n);
  const session = await agents.open({
    route: { policy: 'failover', targets: [agents.target('anthropic', { credentials }), agents.target('gemini')] },
    tools: [gate.tool],
  });
  agents.of('anthropic').fault(fail({ kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 600_000 }));
  const events = await play(session, 'work');
  expect(endOf(events)).toMatchObject({ outcome: 'done', turnId: 'turn-1' });
  expect(events.flatMap((event) => (event.type === 'request' ? [event.account] : []))).toEqual(['one', 'one', 'two']);
  expect(events.flatMap((event) => (event.type === 'failover' ? [event.continues] : []))).toEqual([undefined]);
  expect(agents.of('gemini').log).toEqual([]);
});

test('uses the primary again at a turn boundary after its cooldown', async () => {
  const { agents, clock, say } = await open(chain);
  agents.of('anthropic').fault(fail({ kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 60_000 }));
  await say('work');
  await say('hello');
  expect(agents.of('gemini').log.length).toBe(2);
  await clock.advance(61_000);
  await say('hello');
  expect(agents.of('gemini').log.length).toBe(2);
  expect(agents.of('anthropic').log.length).toBe(3);
  agents.accepted();
});

test('round-robin: one step per turn, however many requests it has', async () => {
  const { agents, say } = await open((agents) => ({ ...chain(agents), policy: 'round-robin' }));
  const asked: string[] = [];
  for (const text of ['work', 'hello', 'work', 'work']) {
    const targets = (await say(text)).flatMap((event) => (event.type === 'request' ? [event.target] : []));
    asked.push([...new Set(targets)].join(' and '));
  }
  expect(asked).toEqual([
    ...[
      'anthropic/claude-opus-4-8',
      'google/gemini-3.1-pro',
      'mistral/mistral-large-latest',
      'anthropic/claude-opus-4-8',
    ],
  ]);
  agents.accepted();
});

test('alone, waits visibly as long as required, then continues', async () => {
  const { agents, say } = await open((agents) => ({ policy: 'fixed', targets: [agents.target('gemini')] }));
  agents.of('gemini').fault(fail({ kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 47_000 }));
  const events = await say('work');
  expect(endOf(events).outcome).toBe('done');
  const waits = events.flatMap((event) => (event.type === 'retry' || event.type === 'cooldown-wait' ? [event.ms] : []));
  expect(waits.length).toBe(1);
  expect(waits[0]).toBeGreaterThanOrEqual(47_000);
  agents.accepted();
});

test('all exhausted for too long: says when it will work', async () => {
  const { agents, session, say } = await open((agents) => ({ ...chain(agents), maxWaitMs: 60_000 }));
  for (const { fault } of agents.simulators.all)
    fault({ do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 3_600_000 }, times: 9 });
  const end = endOf(await say('hello'));
  expect(end).toMatchObject({ outcome: 'failed', failure: { reason: 'rate-limit' } });
  expect(`${end.why} ${end.failure?.message}`).toMatch(/UTC|until|again/);
  expect(session.state.busy).toBe(false);
});

test('renders an invalid request in plain form once, and tries no other target', async () => {
  const { agents, say } = await open(chain);
  const refusal = {
    do: 'respond',
    response: {
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'messages.1: `tool_use` ids were found without `tool_result` blocks',
        },
      }),
    },
  } as const;
  agents.of('anthropic').fault({ ...refusal, after: 1 });
  const healed = await say('work');
  expect(endOf(healed).outcome).toBe('done');
  expect(healed.flatMap((event) => (event.type === 'request' ? [event.plain] : []))).toEqual([false, false, true]);
  agents.of('anthropic').fault({ ...refusal, times: 9 });
  const failed = await say('hello');
  expect(endOf(failed)).toMatchObject({ outcome: 'failed', failure: { reason: 'invalid-request' } });
  expect(agents.of('gemini').log).toEqual([]);
});

test('`wait`: a target that keeps failing ends the turn, and the next one uses another', async () => {
  const { agents, say } = await open((agents) => ({ ...chain(agents), failover: 'wait' }));
  agents.of('anthropic').fault({ do: 'fail', with: { kind: 'overloaded' }, times: 5 });
  expect(endOf(await say('hello')).outcome).toBe('failed');
  expect(agents.of('gemini').log).toEqual([]);
  expect(endOf(await say('hello')).outcome).toBe('done');
  expect(agents.of('gemini').log.length).toBe(1);
});

test('a token that expires during a stream: keeps the partial answer, and the next turn has a new token', async () => {
  const opened = await openAgents({ model, only: ['anthropic'], keys: { 'old-token': 'main', 'new-token': 'main' } });
  agents = opened;
  let refreshes = 0;
  const refresh = async () => {
    refreshes += 1;
    return { token: 'new-token' };
  };
  const target = opened.target('anthropic', { credentials: [{ token: 'old-token', refresh }] });
  const session = await opened.open({ route: target, tools: [] });
  opened.of('anthropic').fault({ do: 'fail-inside', with: { kind: 'auth' }, frames: 5 });
  const first = endOf(await play(session, 'hello'));
  expect(first).toMatchObject({ outcome: 'failed', failure: { reason: expect.stringMatching(/^auth/) } });
  expect(endOf(await play(session, 'hello')).outcome).toBe('done');
  expect(refreshes).toBe(1);
});

describe('a request records why its target was chosen, after any check of the window', () => {
  const reasons = (events: readonly SessionEvent[]) =>
    events.flatMap((event) =>
      event.type === 'request' || event.type === 'retry'
        ? [[event.type, ...(event.type === 'retry' ? [event.attempt] : []), event.because.at(-1)]]
        : [],
    );
  const [claude, gemini] = ['anthropic/claude-opus-4-8 (key:1)', 'google/gemini-3.1-pro (key:2)'];

  test.each([[undefined], [false]] as const)('compaction: %s', async (compaction) => {
    const more = compaction === undefined ? {} : { compaction };
    const { agents, say } = await open(chain, more);
    expect(reasons(await say('hello'))).toEqual([['request', `${claude} comes first`]]);
    agents.of('anthropic').fault({ do: 'fail', with: { kind: 'server' } });
    expect(reasons(await say('hello'))).toEqual([
      ['request', `${claude} comes first`],
      ['request', `${gemini} is the first available`],
    ]);
    expect(reasons(await say('hello'))).toEqual([['request', `${gemini} is the first available`]]);
  });

  test('and each attempt has its number', async () => {
    const { agents, say } = await open((agents) => ({ policy: 'fixed', targets: [agents.target('anthropic')] }));
    agents.of('anthropic').fault({ do: 'fail', with: { kind: 'server' }, times: 2 });
    expect(reasons(await say('hello'))).toEqual([
      ['request', `${claude} comes first`],
      ['retry', 1, expect.stringContaining('cooling down')],
      ['request', `${claude} is asked again: attempt 2 of this request`],
      ['retry', 2, expect.stringContaining('cooling down')],
      ['request', `${claude} is asked again: attempt 3 of this request`],
    ]);
  });
});
