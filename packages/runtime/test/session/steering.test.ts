/** Texts that the user sends while a turn runs: sent at the next safe boundary, or kept for the next turn. */
import { script } from '@interlock/simulators';
import { afterEach, describe, expect, test } from 'vitest';
import { codingAgent, createMemoryStore, resumeSession, type Session, type SessionStore } from '../../src/index.ts';
import { type Agents, crashedCopy, endOf, openAgents, play, recordsOf, typesOf } from '../agents.ts';
import { createGate } from '../gate.ts';

const model = script([
  { when: { user: 'stop after' }, say: 'I stop.' },
  { when: { user: 'next' }, say: 'That was for later.' },
  { when: { of: 'work' }, say: 'Done.' },
  { when: { user: 'work' }, call: [1, 2].map((n) => ({ tool: 'work', args: { n } })) },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

test('after the running batch, in the same turn', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool] });
  const turn = play(session, 'work');
  await gate.begun(2);
  session.steer('stop after this');
  expect(session.state.steers).toEqual(['stop after this']);
  gate.open(1);
  gate.open(2);
  const events = await turn;
  expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'I stop.', steps: 2 });
  expect(typesOf(events).filter((type) => ['tool-result', 'steer', 'request'].includes(type))).toEqual([
    ...['request', 'tool-result', 'tool-result', 'steer', 'request'],
  ]);
  expect(session.state.contents.map(({ speaker, metadata }) => [speaker, metadata?.turnId])).toEqual([
    ['human', 'turn-1'],
    ['ai', 'turn-1'],
    ['tool', 'turn-1'],
    ['human', 'turn-1'],
    ['ai', 'turn-1'],
  ]);
  expect(agents.accepted()).toBe(2);
});

test('answers a text that arrives with the last answer in the same turn', async () => {
  agents = await openAgents({ model, only: ['openai-responses'] });
  const session = await agents.open({ route: agents.target('openai-responses'), tools: [] });
  const turn = session.send('next, please');
  for await (const event of turn)
    if (event.type === 'text-end' && session.state.contents.length === 1) session.steer('stop after this');
  expect(await turn.ended).toMatchObject({ outcome: 'done', text: 'I stop.', steps: 2 });
  expect(agents.accepted()).toBe(2);
});

test('a text queued for the next turn waits, and precedes the next message', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool] });
  const turn = play(session, 'work');
  await gate.begun(2);
  session.steer('next thing', 'next-turn');
  gate.open(1);
  gate.open(2);
  expect(endOf(await turn).text).toBe('Done.');
  expect(session.state.queued).toEqual(['next thing']);
  expect(endOf(await play(session)).text).toBe('That was for later.');
  expect(session.state.queued).toEqual([]);
  expect(() => session.send()).toThrow('There is nothing to send.');
  expect(agents.accepted()).toBe(3);
});

test('keeps a text that did not reach a boundary before a cancel', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], limits: { graceMs: 1 } });
  const turn = play(session, 'work');
  await gate.begun(2);
  session.steer('next, after all');
  await session.cancel();
  await turn;
  expect(session.state.queued).toEqual(['next, after all']);
});

test('typing past an open question denies it', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate({ kind: 'command' });
  const session = await agents.open({
    route: agents.target('anthropic'),
    tools: [gate.tool],
    approve: (_, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone')))),
  });
  const turn = session.send('work');
  for await (const event of turn) if (event.type === 'tool-approval') session.steer('stop after this');
  expect(await turn.ended).toMatchObject({ outcome: 'done', text: 'I stop.' });
  const denied = session.state.contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.synthetic] : [])),
  );
  expect(denied).toEqual(['denied', 'denied']);
  expect(gate.finished).toEqual([]);
  expect(agents.accepted()).toBe(2);
});

test('rejects a second turn while one runs, and says what to do instead', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], limits: { graceMs: 1 } });
  const turn = play(session, 'work');
  await gate.begun(1);
  expect(() => session.send('work')).toThrow('A turn is running. Use steer() to add to it, or cancel() it first.');
  await session.cancel();
  await turn;
});

describe('a crash loses no accepted text', () => {
  const textsOf = ({ state }: Session): readonly unknown[] =>
    state.contents.flatMap(({ speaker, blocks }) =>
      blocks.flatMap((block) => (block.type === 'text' && speaker === 'human' ? [block.text] : [])),
    );

  /** The session as the next process opens it. */
  const again = async (agents: Agents, store: SessionStore, id: string): Promise<Session> =>
    resumeSession(
      codingAgent({
        ...{ workspace: agents.workspace, environment: {}, tools: [createGate().tool], store, id },
        route: agents.target('anthropic'),
      }),
    );

  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('for this turn and for the next: they wait in order and go with the next message', async () => {
    agents = await openAgents({ model, only: ['anthropic'] });
    const gate = createGate();
    const store = createMemoryStore();
    const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], store });
    const turn = play(session, 'work');
    await gate.begun(2);
    session.steer('after that', 'next-turn');
    session.steer('in between');
    await settled();
    const left = await crashedCopy(store);
    gate.open(1);
    gate.open(2);
    await turn;

    const resumed = await again(agents, left, session.id);
    expect([resumed.state.steers, resumed.state.queued]).toEqual([[], ['after that', 'in between']]);
    const events = await play(resumed, 'stop after this');
    expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'I stop.' });
    expect(events.flatMap((event) => (event.type === 'steer' ? [event.text] : []))).toEqual([
      'after that',
      'in between',
    ]);
    expect(textsOf(resumed)).toEqual(['work', 'after that', 'in between', 'stop after this']);
    expect(resumed.state.queued).toEqual([]);
    await resumed.close();
    const twice = await again(agents, left, session.id);
    expect([twice.state.queued, textsOf(twice).length]).toEqual([[], 4]);
    await twice.close();
    agents.accepted();
  });

  test('at any time: a text is either queued or sent, never both', async () => {
    agents = await openAgents({ model, only: ['anthropic'] });
    const gate = createGate();
    const store = createMemoryStore();
    const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], store });
    const turn = play(session, 'work');
    await gate.begun(2);
    session.steer('stop after this');
    gate.open(1);
    gate.open(2);
    await turn;
    const { header } = await store.read(session.id);
    const records = await recordsOf(store, session.id);
    const taken = records.findIndex(({ kind }) => kind === 'text-queued') + 1;
    expect(taken).toBeGreaterThan(0);
    for (let count = taken; count <= records.length; count += 1) {
      const copy = createMemoryStore();
      const log = await copy.create(header);
      for (const record of records.slice(0, count)) await log.append(record, true);
      await log.close();
      const resumed = await again(agents, copy, session.id);
      const all = [...textsOf(resumed), ...resumed.state.queued];
      expect(all).toEqual(['work', 'stop after this']);
      await resumed.close();
    }
  });

  test('a copy starts without them: they belong to the original session', async () => {
    agents = await openAgents({ model, only: ['anthropic'] });
    const session = await agents.open({ route: agents.target('anthropic'), tools: [] });
    session.steer('next thing', 'next-turn');
    const fork = await session.fork();
    expect([session.state.queued, fork.state.queued]).toEqual([['next thing'], []]);
    await fork.close();
  });

  test('a closed session accepts none', async () => {
    agents = await openAgents({ model, only: ['anthropic'] });
    const session = await agents.open({ route: agents.target('anthropic'), tools: [] });
    await session.close();
    expect(() => session.steer('too late')).toThrow('The session is closed. Resume it, or start a new one.');
    expect(session.state.queued).toEqual([]);
  });
});

test('a queued text can be taken back, last one first, recorded and after a crash', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  const store = createMemoryStore();
  const route = agents.target('anthropic');
  const session = await agents.open({ route, store, tools: [gate.tool] });
  const turn = play(session, 'work');
  await gate.begun(2);
  session.steer('stop after this');
  session.steer('and one more');
  session.steer('next, please', 'next-turn');
  expect([session.withdraw(), session.withdraw()]).toEqual(['next, please', 'and one more']);
  const copy = await resumeSession(codingAgent({ route, store: await crashedCopy(store), id: session.id, tools: [] }));
  expect(copy.state.queued).toEqual(['stop after this']);
  await copy.close();
  expect([session.withdraw(), session.withdraw()]).toEqual(['stop after this', undefined]);
  gate.open(1);
  gate.open(2);
  expect(typesOf(await turn)).not.toContain('steer');
  expect([session.state.steers, session.state.queued]).toEqual([[], []]);
  // The next text has a new number.
  session.steer('next, please');
  expect(endOf(await play(session)).text).toBe('That was for later.');
  const kinds = ['text-queued', 'text-withdrawn'];
  expect((await recordsOf(store, session.id)).filter(({ kind }) => kinds.includes(kind)).at(-1)).toEqual({
    kind: 'text-queued',
    number: 4,
    text: 'next, please',
  });
});
