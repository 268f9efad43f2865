/** Every request is recorded: of turns, summaries and subagents, answered or not; without bodies, headers and keys. */
import { type FaultPlan, script } from '@interlock/simulators';
import { createTransport, type Transport } from '@interlock/wire';
import Type from 'typebox';
import { afterEach, expect, test } from 'vitest';
import {
  type AgentTool,
  createMemoryStore,
  defineTool,
  type RequestFacts,
  type RouteConfig,
  type SessionOptions,
  type SessionRecord,
  type SessionStore,
} from '../../src/index.ts';
import { type Agents, endOf, type Family, openAgents, play, recordsOf, typesOf } from '../agents.ts';
import { createVirtualClock } from '../virtual-clock.ts';

const work: AgentTool = defineTool({
  name: 'work',
  description: 'Works.',
  parameters: Type.Object({}),
  kind: 'read',
  run: () => 'done',
});
const model = script([
  { when: { user: 'hello' }, say: 'Hello.' },
  { when: { user: 'Conversation' }, say: 'A summary.' },
  { when: { of: 'task' }, say: 'It is done.' },
  { when: { user: 'deeper', of: 'work' }, say: 'Below.' },
  {
    when: { user: 'delegate' },
    call: [{ tool: 'task', args: { description: 'd', prompt: 'work' } }],
  },
  { when: { of: 'work' }, say: 'Done.' },
  { when: { user: 'work' }, call: [{ tool: 'work', args: {} }] },
  { say: 'A summary.' },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(
  more: Partial<SessionOptions> = {},
  route: Partial<RouteConfig> = {},
  only: readonly Family[] = ['anthropic', 'gemini'],
) {
  const opened = await openAgents({ model, only });
  agents = opened;
  const clock = createVirtualClock();
  const store: SessionStore = more.store ?? createMemoryStore();
  const targets = only.map((family) => opened.target(family));
  const session = await opened.open({
    ...{ route: { policy: 'failover', targets, ...route }, tools: [work], clock, store, random: () => 0.5 },
    ...more,
  });
  const requests = async (id = session.id): Promise<readonly RequestFacts[]> => requestsIn(await recordsOf(store, id));
  return { agents: opened, session, clock, store, requests };
}

const requestsIn = (records: readonly SessionRecord[]): readonly RequestFacts[] =>
  records.flatMap((record) => (record.kind === 'request' ? [record] : []));
const fail = (kind: 'overloaded' | 'server', after: number, times = 1): FaultPlan => ({
  do: 'fail',
  with: { kind },
  after,
  times,
});

test('an answer: where, when, how much, at which price', async () => {
  const { session, requests, agents } = await open();
  const events = await play(session, 'hello');
  const [request, ...others] = await requests();
  expect(others).toEqual([]);
  expect(request).toEqual({
    ...{ kind: 'request', number: 1, turnId: 'turn-1', step: 1, form: 'whole', outcome: 'answered' },
    ...{ target: 'anthropic/claude-opus-4-8', provider: 'anthropic', model: 'claude-opus-4-8' },
    ...{ endpoint: `${agents.of('anthropic').url}/v1`, account: 'key:1' },
    because: ['anthropic/claude-opus-4-8 (key:1) comes first'],
    ...{ sentAt: expect.any(Number), firstByteMs: expect.any(Number), endMs: expect.any(Number) },
    ...{ usage: endOf(events).usage, price: expect.objectContaining({ input: expect.any(Number) }), contents: 2 },
  });
  const { kind: _, ...facts } = request as RequestFacts & { readonly kind?: string };
  expect(events.flatMap((event) => (event.type === 'request-end' ? [event.request] : []))).toEqual([facts]);
  expect(JSON.stringify(request)).not.toContain(agents.of('anthropic').key);
});

test('failures, waits, moves and repetitions, with their reasons', async () => {
  const { session, clock, requests, agents } = await open({}, { maxRetries: 1 });
  agents.of('anthropic').fault(fail('overloaded', 1, 2));
  agents.of('gemini').fault(fail('server', 0));
  await clock.finish(play(session, 'work'));
  const all = await requests();
  expect(all.map(({ number, repeats, turnId, step, provider }) => [number, repeats, turnId, step, provider])).toEqual([
    [1, undefined, 'turn-1', 1, 'anthropic'],
    [2, undefined, 'turn-1', 2, 'anthropic'],
    [3, 2, 'turn-1', 2, 'anthropic'],
    [4, 3, 'turn-2', 2, 'google'],
    [5, 4, 'turn-2', 2, 'google'],
  ]);
  expect(all[1]).toMatchObject({
    outcome: 'failed',
    failure: { reason: 'overloaded', status: 529, requestId: expect.any(String) },
  });
  expect(all[1]).not.toHaveProperty('usage');
  expect(all[3]).toMatchObject({
    movedFrom: 'anthropic/claude-opus-4-8 (key:1)',
    because: [expect.stringContaining('is cooling down'), 'google/gemini-3.1-pro (key:2) is the first available'],
  });
  expect(all[2]?.waits).toEqual([{ why: 'retry', ms: 1_000, because: [expect.stringContaining('anthropic')] }]);
  expect(all[4]?.waits).toEqual([
    { why: 'retry', ms: 1_000, because: [expect.any(String), expect.stringContaining('gemini')] },
  ]);
});

const refusal: FaultPlan = {
  do: 'respond',
  response: {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'error',
      error: { type: 'invalid_request_error', message: 'messages.1: `tool_use` ids were found without `tool_result`' },
    }),
  },
};

test('REQ-915-039 REQ-915-040 a refused structure is reported with all ids, decisions, the format and a fault class', async () => {
  const { session, agents, clock } = await open();
  await play(session, 'work');
  agents.of('anthropic').fault(refusal);
  const refused = (await play(session, 'hello')).flatMap((event) => (event.type === 'request-failed' ? [event] : []));
  const [call] = session.state.contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])),
  );
  expect(refused).toEqual([
    {
      ...{ type: 'request-failed', target: 'anthropic/claude-opus-4-8', fault: 'projection-fault' },
      failure: expect.objectContaining({ reason: 'invalid-request' }),
      refusal: {
        ...{ format: 'anthropic-messages', idScheme: 'anthropic', decisions: [] },
        ids: [{ canonical: call, call: expect.stringMatching(/^toolu_/), result: expect.stringMatching(/^toolu_/) }],
      },
    },
  ]);
  agents.of('anthropic').fault(fail('overloaded', 0));
  const failed = (await clock.finish(play(session, 'hello'))).find(({ type }) => type === 'request-failed');
  expect(failed).toMatchObject({ fault: 'none' });
  expect(failed).not.toHaveProperty('refusal');
});

test('the plain form, and what a target did not get', async () => {
  const { session, requests, agents } = await open();
  await play(session, 'work');
  agents.of('anthropic').fault(refusal);
  await play(session, 'hello');
  expect((await requests()).slice(2).map(({ form, outcome, repeats }) => [form, outcome, repeats])).toEqual([
    ['whole', 'failed', undefined],
    ['plain', 'answered', 3],
  ]);
});

test('a summary names the request that it is for; one between turns names none', async () => {
  const { session, clock, requests, agents } = await open({ compaction: { keepTokens: 20 } }, {}, ['anthropic']);
  const long = `hello ${'word '.repeat(300)}`;
  await play(session, long);
  await play(session, long);
  agents.of('anthropic').fault({ do: 'fail', with: { kind: 'overflow' } });
  await clock.finish(play(session, long));
  const all = await requests();
  const overflow = all.findIndex(({ failure }) => failure?.reason === 'context-overflow');
  expect(all.slice(overflow).map(({ for: purpose, turnId, step, serves }) => [purpose, turnId, step, serves])).toEqual([
    [undefined, 'turn-3', 1, undefined],
    ['summary', 'turn-3', undefined, { turnId: 'turn-3', step: 2 }],
    [undefined, 'turn-3', 2, undefined],
  ]);
  await play(session, long);
  await clock.finish(session.compact());
  expect((await requests()).at(-1)).toMatchObject({ for: 'summary' });
  expect((await requests()).at(-1)).not.toHaveProperty('serves');
});

const endsIn = (records: readonly SessionRecord[]): readonly SessionRecord[] =>
  records.filter(({ kind }) => kind === 'turn-end');

test('a request that was not sent again: its wait and the reason stand at the end of its turn', async () => {
  const { session, clock, requests, agents, store } = await open({}, {}, ['anthropic']);
  const limit = { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 60_000 } as const;
  agents.of('anthropic').fault({ do: 'fail', with: limit });
  for await (const event of session.send('hello')) {
    if (event.type !== 'retry') continue;
    await clock.advance(7_000);
    session.cancel();
  }
  expect((await requests()).map(({ outcome, waits }) => [outcome, waits])).toEqual([['failed', undefined]]);
  const because = [expect.stringContaining('is cooling down')];
  expect(endsIn(await recordsOf(store, session.id))).toEqual([
    {
      ...{ kind: 'turn-end', turnId: 'turn-1', outcome: 'cancelled' },
      unsent: { step: 1, because, waits: [{ why: 'retry', ms: 7_000, because }] },
    },
  ]);
});

test('the end of a turn says why nothing more was sent; if it moved, the next request does', async () => {
  const { session, clock, requests, agents, store } = await open({}, { maxRetries: 0 });
  agents.of('anthropic').fault(fail('overloaded', 0));
  agents.of('gemini').fault(fail('server', 0));
  await clock.finish(play(session, 'hello'));
  const [first, second] = ['anthropic', 'gemini'].map((name) => expect.stringContaining(name));
  expect(endsIn(await recordsOf(store, session.id))).toEqual([
    { kind: 'turn-end', turnId: 'turn-1', outcome: 'moved' },
    { kind: 'turn-end', turnId: 'turn-2', outcome: 'failed', unsent: { step: 1, because: [first, second] } },
  ]);
  expect((await requests())[1]).toMatchObject({ movedFrom: first, because: [first, second] });
});

test('a subagent’s requests stand in its own session and, marked, in those above it; they count once', async () => {
  const { session, requests, store } = await open({ subagents: {} });
  const { usage } = endOf(await play(session, 'delegate'));
  const ids = (await store.list()).map(({ header }) => header.id).filter((id) => id !== session.id);
  expect(ids).toHaveLength(1);
  const own = await requests(ids[0]);
  expect(own.map(({ number, turnId, step, by }) => [number, turnId, step, by])).toEqual([
    [1, 'turn-1', 1, undefined],
    [2, 'turn-1', 2, undefined],
  ]);
  const marked = own.map(({ contents: _, ...request }) => ({
    ...request,
    ...{ by: ids[0], serves: { turnId: 'turn-1', step: 1 } },
  }));
  const [first, ...rest] = await requests();
  expect(rest.slice(0, 2)).toEqual(marked);
  expect([first, ...rest.slice(2)].map((request) => [request?.number, request?.by])).toEqual([
    [1, undefined],
    [2, undefined],
  ]);
  expect(session.state.usage).toEqual(usage);
});

test('survives a failing store', async () => {
  const store = createMemoryStore();
  let refused = 0;
  const failing: SessionStore = {
    ...store,
    list: () => store.list(),
    read: (id) => store.read(id),
    create: async (header) => {
      const log = await store.create(header);
      return {
        header,
        flush: () => log.flush(),
        close: () => log.close(),
        append: async (record, durable) => {
          if (record.kind === 'request' && refused === 0) {
            refused += 1;
            throw new Error('The disk is full.');
          }
          return log.append(record, durable);
        },
      };
    },
  };
  const { session, requests } = await open({ store: failing });
  const first = endOf(await play(session, 'hello'));
  expect(first).toMatchObject({ outcome: 'failed', why: 'The disk is full.' });
  expect(first.usage.input).toBeGreaterThan(0);
  await play(session, 'hello');
  expect((await requests()).map(({ number, turnId }) => [number, turnId])).toEqual([
    [1, 'turn-1'],
    [2, 'turn-2'],
  ]);
});

test('a mistake of ours is recorded as ours, with its stack: no failure of the provider, and no cooldown', async () => {
  const { session, requests, agents } = await open();
  const broken = new RangeError('Maximum call stack size exceeded');
  const transport: Transport = {
    access: createTransport({ proxy: 'none' }).access,
    close: async () => {},
    send: () => Promise.reject(broken),
  };
  const other = await agents.open({ route: agents.target('anthropic'), tools: [], transport });
  const events = await play(other, 'hello');
  expect(endOf(events)).toMatchObject({ outcome: 'failed', why: broken.message });
  expect(endOf(events)).not.toHaveProperty('failure');
  expect(typesOf(events)).not.toContain('request-failed');
  expect(events.flatMap((event) => (event.type === 'request-end' ? [event.request] : []))).toMatchObject([
    { outcome: 'failed', fault: { message: broken.message, stack: expect.stringContaining('requests.test.ts') } },
  ]);
  expect((await other.look()).targets[0]?.accounts[0]).not.toHaveProperty('coolingUntil');
  await play(session, 'hello');
  expect(await requests()).toHaveLength(1);
});
