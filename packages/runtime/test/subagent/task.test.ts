/** Agents that start agents: limits of depth, number, budget and time, a cancel from the top, and a child that fails. */
import { script } from '@interlock/simulators';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Clock,
  codingAgent,
  createMemoryStore,
  resumeSession,
  type SessionOptions,
  type SessionStore,
  systemClock,
} from '../../src/index.ts';
import { type Agents, crashedCopy, endOf, openAgents, play, recordsOf } from '../agents.ts';
import { createGate } from '../gate.ts';

/** `down N` starts a child with `down N-1`; `wide N` starts N children at once. */
const model = script([
  { when: { user: '^wide', of: 'task' }, say: 'Children: {{results}}' },
  { when: { user: '^down', of: 'task' }, say: 'Below: {{results}}' },
  { when: { user: '^leaf' }, say: 'I am a leaf.' },
  { when: { user: '^work', of: 'work' }, say: 'Worked: {{results}}' },
  { when: { user: '^work' }, say: 'I work.', call: [{ tool: 'work', args: { n: 1 } }] },
  ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => ({
    when: { user: `^down ${n}` },
    call: [{ tool: 'task', args: { description: `level ${n}`, prompt: n === 1 ? 'leaf' : `down ${n - 1}` } }],
  })),
  ...[8, 7, 6, 3, 2].map((n) => ({
    when: { user: `^wide ${n}` },
    call: Array.from({ length: n }, (_, index) => ({
      tool: 'task',
      args: { description: `child ${index}`, prompt: 'leaf' },
    })),
  })),
  { when: { user: '^delegate work', of: 'task' }, say: 'It says: {{results}}' },
  { when: { user: '^delegate work' }, call: [{ tool: 'task', args: { description: 'work', prompt: 'work' } }] },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(more: Partial<SessionOptions> = {}) {
  agents = await openAgents({ model, only: ['openai-responses'] });
  const store: SessionStore = createMemoryStore();
  const route = agents.target('openai-responses');
  return { agents, store, session: await agents.open({ route, tools: [], store, ...more }) };
}

test('a child has its own session, one level deeper, and its answer is the result', async () => {
  const { agents, session, store } = await open();
  const events = await play(session, 'down 2');
  expect(endOf(events).text).toBe('Below: Below: I am a leaf.');
  const headers = (await store.list()).map(({ header }) => header);
  const depths = headers.map(({ spawnDepth, parent }) => [
    spawnDepth,
    headers.find(({ id }) => id === parent)?.spawnDepth,
  ]);
  expect(depths.sort()).toEqual([
    [0, undefined],
    [1, 0],
    [2, 1],
  ]);
  agents.accepted();
});

describe('limits', () => {
  test('depth: the deepest one has no such tool', async () => {
    const { agents, session, store } = await open({ subagents: { depth: 2 } });
    const events = await play(session, 'down 4');
    expect(endOf(events).outcome).toBe('done');
    expect((await store.list()).map(({ header }) => header.spawnDepth).sort()).toEqual([0, 1, 2]);
    const offered = agents.of('openai-responses').log.map(({ seen }) => seen?.tools.map(({ name }) => name));
    expect(offered).toContainEqual(['propose_plan', 'update_todos', 'read_output']);
    agents.accepted();
  });

  test('children of one agent', async () => {
    const { session } = await open({ subagents: { children: 2 } });
    const events = await play(session, 'wide 3');
    const results = events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome] : []));
    expect(results.map(({ state }) => state)).toEqual(['complete', 'complete', 'error']);
    expect(JSON.stringify(results[2])).toContain('has started 2 in this turn, which is the limit');
  });

  test('concurrent children in the whole tree', async () => {
    const { session } = await open({ subagents: { children: 8, concurrent: 2 } });
    const events = await play(session, 'wide 3');
    const states = events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome.state] : []));
    expect(states).toEqual(['complete', 'complete', 'error']);
  });

  test('requests of the whole tree: a child gets half of what is left', async () => {
    const { session } = await open({ subagents: { steps: 7 } });
    const events = await play(session, 'down 3');
    expect(JSON.stringify(events)).toContain('The request budget is used up.');
    expect(endOf(events).outcome).toBe('done');
  });

  test('the next turn of the top agent starts with the full limit', async () => {
    const { session } = await open({ subagents: { steps: 3, children: 1 } });
    for (const _ of [1, 2, 3])
      expect(endOf(await play(session, 'down 1'))).toMatchObject({ outcome: 'done', text: 'Below: I am a leaf.' });
  });

  test('tokens', async () => {
    const { session } = await open({ subagents: { tokens: 1 } });
    const events = await play(session, 'down 1');
    expect(JSON.stringify(events)).toContain('The token budget is used up.');
  });

  test('time: the child is stopped, its output so far is reported, and the parent continues', async () => {
    const gate = createGate();
    const timeMs = 86_400_000;
    // Its time is over as soon as its tool runs.
    const sleep: Clock['sleep'] = (ms, signal) => (ms > timeMs / 2 ? gate.begun(1) : systemClock.sleep(ms, signal));
    const clock = { ...systemClock, sleep };
    const { session } = await open({ tools: [gate.tool], subagents: { timeMs }, limits: { graceMs: 10 }, clock });
    const events = await play(session, 'delegate work');
    const result = events.findLast((event) => event.type === 'tool-result');
    expect(result?.outcome).toMatchObject({ state: 'error', error: expect.stringContaining('It ran out of time.') });
    expect(JSON.stringify(result)).toContain('I work.');
    expect(endOf(events).outcome).toBe('done');
  });
});

test('a cancel from the top reaches the child’s running tool; both are idle', async () => {
  const gate = createGate();
  const { agents, session, store } = await open({ tools: [gate.tool], limits: { graceMs: 200 } });
  const turn = play(session, 'delegate work');
  await gate.begun(1);
  await session.cancel();
  expect(endOf(await turn).outcome).toBe('cancelled');
  const child = (await store.list()).find(({ header }) => header.spawnDepth === 1);
  const ends = (await recordsOf(store, child?.header.id ?? '')).flatMap((record) =>
    record.kind === 'turn-end' || record.kind === 'call-end' ? [record] : [],
  );
  expect(ends).toMatchObject([
    { kind: 'call-end', outcome: { state: 'interrupted' } },
    { kind: 'turn-end', outcome: 'cancelled' },
  ]);
  agents.accepted();
});

test('a child killed in the middle: its own session continues, and the parent reports the task as interrupted', async () => {
  const gate = createGate();
  const { agents, session, store } = await open({ tools: [gate.tool], limits: { graceMs: 1 } });
  const turn = play(session, 'delegate work');
  await gate.begun(1);
  const left = await crashedCopy(store);
  await session.cancel();
  await turn;
  const child = (await left.list()).find(({ header }) => header.spawnDepth === 1)?.header.id ?? '';
  for (const [id, tool] of [
    [session.id, 'task'],
    [child, 'work'],
  ] as const) {
    const route = agents.target('openai-responses');
    const again = await resumeSession(
      codingAgent({
        workspace: agents.workspace,
        environment: {},
        tools: [gate.tool],
        store: left,
        id,
        route,
      }),
    );
    const closed = again.state.contents.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_response' ? [[block.toolName, block.synthetic]] : [])),
    );
    expect(closed).toEqual([[tool, 'interrupted']]);
    expect(endOf(await play(again, 'leaf')).text).toBe('I am a leaf.');
    await again.close();
  }
  expect(gate.finished).toEqual([]);
  agents.accepted();
});

test('REQ-915-029: the parent’s rules apply to a child’s tools', async () => {
  const gate = createGate({ kind: 'command' });
  gate.open(1);
  const denied = await open({ tools: [gate.tool] });
  const refused = await play(denied.session, 'delegate work');
  expect(JSON.stringify(refused)).toContain('can allow it with the rule');
  expect(gate.finished).toEqual([]);
  await denied.agents.close();
  const allowed = await open({ tools: [gate.tool], rules: [{ verdict: 'allow', tool: 'work' }] });
  expect(endOf(await play(allowed.session, 'delegate work')).text).toContain('[[done 1]]');
});
