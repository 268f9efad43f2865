/** Text that comes while a turn runs: read at the next safe boundary, or kept for the next turn. */
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { type Agents, endOf, openAgents, play, typesOf } from '../agents.ts';
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

test('a text that comes with the last answer is answered in the same turn', async () => {
  agents = await openAgents({ model, only: ['openai-responses'] });
  const session = await agents.open({ route: agents.target('openai-responses'), tools: [] });
  const turn = session.send('next, please');
  for await (const event of turn)
    if (event.type === 'text-end' && session.state.contents.length === 1) session.steer('stop after this');
  expect(await turn.ended).toMatchObject({ outcome: 'done', text: 'I stop.', steps: 2 });
  expect(agents.accepted()).toBe(2);
});

test('queued for the next turn, it waits, and goes before what is said then', async () => {
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

test('what did not reach a boundary before a cancel is not lost', async () => {
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

test('typing past an open question is a denial', async () => {
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

test('a second turn is refused while one runs, with what to do instead', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], limits: { graceMs: 1 } });
  const turn = play(session, 'work');
  await gate.begun(1);
  expect(() => session.send('work')).toThrow('A turn is running. Use steer() to add to it, or cancel() it first.');
  await session.cancel();
  await turn;
});
