/** Resumed sessions, and copies of sessions that are in the middle of a turn. */
import { script } from '@interlock/simulators';
import { syntheticTexts } from '@interlock/transcript';
import { afterEach, expect, test } from 'vitest';
import { codingAgent, createMemoryStore, resumeSession } from '../../src/index.ts';
import { type Agents, crashedCopy, endOf, families, openAgents, play, recordsOf } from '../agents.ts';
import { createGate } from '../gate.ts';

const five = [1, 2, 3, 4, 5];
const model = script([
  { when: { user: 'hello' }, say: 'Hello.' },
  { when: { of: 'work' }, say: 'Done.' },
  { when: { user: 'work' }, say: 'I begin.', call: five.map((n) => ({ tool: 'work', args: { n } })) },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

test('REQ-915-033: after a crash in a fan-out, finished results are kept, and the rest is closed truthfully', async () => {
  agents = await openAgents({ model });
  const gate = createGate();
  const store = createMemoryStore();
  const tools = [gate.tool];
  const session = await agents.open({
    route: agents.target('anthropic'),
    tools,
    store,
    limits: { parallel: 3, graceMs: 1 },
  });
  const turn = play(session, 'work');
  gate.open(1);
  gate.open(2);
  await gate.begun(5);
  while (gate.finished.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const left = await crashedCopy(store);
  await session.cancel();
  await turn;

  const options = { workspace: agents.workspace, environment: {}, tools, store: left, id: session.id };
  const again = await resumeSession(codingAgent({ ...options, route: agents.target('anthropic') }));
  const answers = again.state.contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.result ?? block.error] : [])),
  );
  expect(answers).toEqual(['[[done 1]]', '[[done 2]]', ...[3, 4, 5].map(() => syntheticTexts.interrupted)]);
  for (const family of families) {
    again.switchTo(agents.target(family));
    expect(endOf(await play(again, 'hello')).outcome).toBe('done');
  }
  await again.close();
  expect(gate.finished.length).toBe(2);
  agents.accepted();
});

test('a resumed session sends the same request bytes', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate();
  for (const n of five) gate.open(n);
  const store = createMemoryStore();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], store });
  await play(session, 'work');
  const { contents, usage, turns, system } = session.state;
  const kept = structuredClone({ contents, usage, turns, system });
  await session.close();
  const again = await resumeSession(
    codingAgent({
      workspace: agents.workspace,
      environment: {},
      tools: [gate.tool],
      store,
      id: session.id,
      route: agents.target('anthropic'),
    }),
  );
  await play(again, 'hello');
  const { state } = again;
  expect({
    contents: state.contents.slice(0, 4),
    usage: kept.usage,
    turns: state.turns - 1,
    system: state.system,
  }).toEqual(kept);
  await again.close();
  expect(agents.accepted()).toBe(3);
});

test('a fork during a fan-out closes the calls in the copy and leaves the original alone', async () => {
  agents = await openAgents({ model, only: ['anthropic', 'mistral'] });
  const gate = createGate();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool] });
  const turn = play(session, 'work');
  await gate.begun(5);
  const fork = await session.fork();
  fork.switchTo(agents.target('mistral'));
  expect(endOf(await play(fork, 'hello')).outcome).toBe('done');
  const closed = fork.state.contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.synthetic] : [])),
  );
  expect(closed).toEqual(five.map(() => 'interrupted'));
  for (const n of five) gate.open(n);
  expect(endOf(await turn)).toMatchObject({ outcome: 'done', text: 'Done.' });
  await fork.close();
  agents.accepted();
});

test('a copy rewound to an earlier turn knows nothing of later ones', async () => {
  agents = await openAgents({ model, only: ['gemini'] });
  const session = await agents.open({ route: agents.target('gemini'), tools: [] });
  await play(session, 'hello one');
  await play(session, 'hello two');
  const fork = await session.fork({ turns: 1 });
  await play(fork, 'hello three');
  const said = agents
    .of('gemini')
    .log.at(-1)
    ?.seen?.turns.filter(({ role }) => role === 'user');
  expect(said?.map(({ text }) => text)).toEqual(['hello one', 'hello three']);
  await fork.close();
});

test('a crash between the recorded start of a call and its execution: claims nothing that may be untrue', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const gate = createGate({ kind: 'command' });
  const store = createMemoryStore();
  const rules = [{ verdict: 'allow', tool: 'work' } as const];
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], store, rules });
  const turn = play(session, 'work');
  for (const n of five) gate.open(n);
  await turn;
  // As left by a process that dies when the first start is on disk and nothing has run.
  const records = await recordsOf(store, session.id);
  const left = createMemoryStore();
  const log = await left.create((await store.read(session.id)).header);
  const start = records.findIndex(({ kind }) => kind === 'call-start');
  for (const record of records.slice(0, start + 1)) await log.append(record, true);
  await log.close();
  const again = await resumeSession(
    codingAgent({
      ...{ workspace: agents.workspace, environment: {}, tools: [gate.tool], store: left, id: session.id },
      route: agents.target('anthropic'),
    }),
  );
  await play(again, 'hello');
  const told = agents
    .of('anthropic')
    .log.at(-1)
    ?.seen?.turns.flatMap(({ results }) => results.map(({ text }) => text));
  expect(told).toEqual([
    'This tool call was interrupted. It may have taken effect in part, in full, or not at all.',
    ...[2, 3, 4, 5].map(() => 'This tool call was cancelled before it started. It had no effect.'),
  ]);
  await again.close();
});
