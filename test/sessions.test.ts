/**
 * Whole sessions on random walks over HTTP, checked after every step against what really happened (long form: `npm run sessions:long`).
 * The tests below reproduce, one by one, bugs that walks have found.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  createMemoryStore,
  defineTool,
  type Session,
  type SessionEvent,
  type SessionOptions,
  type SessionRecord,
} from '@interlock/runtime';
import { type Model, type Seen, script } from '@interlock/simulators';
import Type from 'typebox';
import { afterEach, describe, expect, test } from 'vitest';
import { type Agents, endOf, type Family, openAgents, play, typesOf } from '../packages/runtime/test/agents.ts';
import { createGate } from '../packages/runtime/test/gate.ts';
import { recordsOf } from './sessions/compare-reopened.ts';
import { createFlakyStore } from './sessions/flaky-store.ts';
import { newTally } from './sessions/tally.ts';
import { walk } from './sessions/walk.ts';
import { openWorld } from './sessions/world.ts';

describe('random walks', () => {
  test('REQ-915-002 turns are cut, steered, switched, forked, closed and resumed while everything fails: nothing is lost, repeated or untrue, and no turn leaves its target', async () => {
    const tally = newTally();
    const lane = async (first: number): Promise<void> => {
      const world = await openWorld(tally);
      for (let seed = first; seed < first + 5; seed += 1) await walk(world, seed, 10);
      await world.close();
    };
    await Promise.all([lane(915_001), lane(915_011), lane(915_021)]);
    const { wrong, ...counts } = tally;
    expect(wrong).toEqual([]);
    // Every kind of event has occurred.
    expect(Object.entries(counts).filter(([, count]) => count < 2)).toEqual([]);
    expect(counts.turns).toBeGreaterThan(100);
  });

  test('nothing keeps the process alive', async () => {
    const long = fileURLToPath(new URL('sessions/long.ts', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=@interlock/source', long, '1', '1915'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
  });
});

const summary = 'You write the summary';
let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(
  model: Model,
  more: Partial<SessionOptions> = {},
  family: Family = 'anthropic',
): Promise<{ readonly agents: Agents; readonly session: Session }> {
  const opened = await openAgents({ model });
  agents = opened;
  return {
    agents: opened,
    session: await opened.open({ route: opened.target(family), tools: [], instructions: false, ...more }),
  };
}

const textsOf = ({ state }: Session): readonly string[] =>
  state.contents.flatMap(({ speaker, blocks }) =>
    blocks.flatMap((block) => (block.type === 'text' && speaker === 'human' ? [block.text] : [])),
  );

const hello = script([{ say: 'Hello.' }]);

describe('compacting on demand', () => {
  const long = `tell me ${'and so on '.repeat(300)}`;
  const model: Model = (seen) =>
    seen.system.includes(summary) ? { parts: [{ say: 'They talked.' }], stop: 'end' } : hello(seen);

  test('is exclusive like a turn, so that nothing new is summarized away', async () => {
    const { session } = await open(model, { compaction: { keepTokens: 50 } });
    await play(session, long);
    await play(session, 'one');
    const compacting = session.compact();
    expect(session.state.busy).toBe(true);
    expect(() => session.send('two')).toThrow('The history is being compacted.');
    await expect(session.compact()).rejects.toThrow('The history is being compacted.');
    expect((await compacting).outcome).toBe('compacted');
    expect(session.state.busy).toBe(false);
    expect(endOf(await play(session, 'two')).outcome).toBe('done');
    expect(textsOf(session).slice(-2)).toEqual(['one', 'two']);
  });

  test('ends with cancel() and leaves the history unchanged', async () => {
    const { agents, session } = await open(model, { compaction: { keepTokens: 50 } });
    await play(session, long);
    const before = textsOf(session);
    const { log } = agents.of('anthropic');
    const asked = log.length;
    agents.of('anthropic').fault({ do: 'stall', at: 'before-status' });
    const compacting = session.compact();
    while (log.length === asked) await new Promise((resolve) => setImmediate(resolve));
    await session.cancel();
    expect((await compacting).outcome).toBe('unchanged');
    expect(textsOf(session)).toEqual(before);
    expect(endOf(await play(session, 'one')).outcome).toBe('done');
  });
});

test('a turn always starts with turn-start, whatever follows send()', async () => {
  const { agents, session } = await open(hello);
  const turn = session.send('one');
  session.switchTo(agents.target('mistral'));
  const types: string[] = [];
  for await (const { type } of turn) types.push(type);
  expect(types.slice(0, 2)).toEqual(['turn-start', 'switch-queued']);
  expect(types.slice(-2)).toEqual(['switch-applied', 'turn-end']);
});

describe('a store that rejects writes', () => {
  test('a turn that cannot start has its events, and queued texts still wait', async () => {
    const store = createFlakyStore(createMemoryStore());
    const { session } = await open(hello, { store });
    session.steer('queued', 'next-turn');
    while (!(await recordsOf(store, session.id)).some(({ kind }) => kind === 'text-queued'));
    store.fail(1);
    const events = await play(session);
    expect(typesOf(events)).toEqual(['turn-start', 'turn-end']);
    expect(endOf(events)).toMatchObject({ outcome: 'failed', why: 'The disk is full. Make room.' });
    expect(session.state.queued).toEqual(['queued']);
    expect(endOf(await play(session)).outcome).toBe('done');
    expect(textsOf(session)).toEqual(['queued']);
    const kinds = (await recordsOf(store, session.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'turn-start' || kind === 'turn-end')).toEqual(['turn-start', 'turn-end']);
  });

  test('a text for the running turn that could not be written is sent in the next', async () => {
    const store = createFlakyStore(createMemoryStore());
    const gate = createGate();
    const model = script([
      { when: { of: 'work' }, say: 'Done.' },
      { when: { user: 'go on' }, say: 'Yes.' },
      { call: [{ tool: 'work', args: { n: 1 } }] },
    ]);
    const { session } = await open(model, { store, tools: [gate.tool] });
    const turn = play(session, 'work');
    await gate.begun(1);
    session.steer('go on, one');
    session.steer('go on, two');
    // The records are: the queued texts, the end of the call, the batch, then the first text.
    store.fail(1, 4);
    gate.open(1);
    expect(endOf(await turn).outcome).toBe('failed');
    expect(session.state.queued).toEqual(['go on, one', 'go on, two']);
    expect(endOf(await play(session)).outcome).toBe('done');
    expect(textsOf(session)).toEqual(['work', 'go on, one', 'go on, two']);
  });
});

test('the same model name elsewhere: after the switch requests go there', async () => {
  const { agents, session } = await open(hello, {}, 'deepseek');
  const other = await openAgents({ model: hello, only: ['deepseek'] });
  try {
    await play(session, 'one');
    session.switchTo({ ...agents.target('deepseek'), endpoint: other.target('deepseek').endpoint ?? '' });
    expect(session.state.targets).toEqual(['deepseek/deepseek-v4-pro']);
    await play(session, 'two');
    expect([agents.of('deepseek').log.length, other.of('deepseek').log.length]).toEqual([1, 1]);
  } finally {
    await other.close();
  }
});

describe('compaction during a turn: new calls are not mistaken for removed ones', () => {
  const tool = defineTool({
    name: 'look',
    description: 'Looks.',
    parameters: Type.Object({ n: Type.Integer() }),
    kind: 'read',
    run: ({ n }) => `[[result ${n}]] ${'and so on '.repeat(150)}`,
  });

  test.each(['gemini', 'ollama', 'moonshot'] as const)('%s', async (family) => {
    let calls = 0;
    // There are no ids: a call is identified by its turn and its position in it.
    const model: Model = (seen: Seen) => {
      if (seen.system.includes(summary)) return { parts: [{ say: 'Some were looked at.' }], stop: 'end' };
      if (calls === 5) return { parts: [{ say: 'Done.' }], stop: 'end' };
      calls += 1;
      return { parts: [{ call: 'look', args: { n: calls }, id: '' }], stop: 'calls' };
    };
    const { agents, session } = await open(model, { tools: [tool], compaction: { keepTokens: 50 } }, family);
    agents.of(family).fault({ do: 'fail', with: { kind: 'overflow' }, after: 2 });
    // The third is lost with the request that was too long.
    const events = await play(session, 'look at all of them');
    expect(typesOf(events)).toContain('compaction');
    const shown = agents
      .of(family)
      .log.filter(({ seen }) => seen?.system.includes(summary) === false)
      .at(-1)
      ?.seen?.turns.flatMap(({ results }) => results.map(({ text }) => text.slice(0, 12)));
    expect(shown?.slice(-2)).toEqual(['[[result 4]]', '[[result 5]]']);
    const ids = events.flatMap((event) => (event.type === 'tool-call' ? [event.id] : []));
    expect(new Set(ids).size).toBe(4);
    agents.accepted();
  });
});

test('a truncated answer loses its incomplete call and the thinking that led to it', async () => {
  const look = (n: number) => ({ call: 'look', args: { n } });
  let asked = 0;
  const model: Model = () => {
    asked += 1;
    if (asked > 1) return { parts: [{ say: 'Hello.' }], stop: 'end' };
    return { parts: [{ think: 'I look.' }, { ...look(1), rawArgs: '{"n":' }, look(2)], stop: 'length' };
  };
  const { agents, session } = await open(model, { settings: { reasoning: 'high' } }, 'openai-responses');
  expect(endOf(await play(session, 'look')).outcome).toBe('limit');
  expect(endOf(await play(session, 'hello')).outcome).toBe('done');
  agents.accepted();
});

test('a fork inherits remembered rules and records them', async () => {
  const ask = defineTool({
    name: 'ask',
    description: 'Asks.',
    parameters: Type.Object({}),
    kind: 'network',
    run: () => 'asked',
  });
  const rule = { verdict: 'allow', tool: 'ask' } as const;
  const model = script([{ when: { of: 'ask' }, say: 'Done.' }, { call: [{ tool: 'ask' }] }]);
  const store = createMemoryStore();
  const { session } = await open(model, {
    store,
    tools: [ask],
    approve: async () => ({ verdict: 'allow', remember: rule }),
  });
  await play(session, 'ask');
  const fork = await session.fork();
  expect(fork.state.rules).toEqual([rule]);
  await fork.close();
  const kept = (await recordsOf(store, fork.id)).filter((record: SessionRecord) => record.kind === 'approval');
  expect(kept).toEqual([{ kind: 'approval', rule }]);
});

test('a fork knows everything said before it was requested', async () => {
  const gate = createGate({ deaf: true });
  const model = script([{ when: { user: 'hello' }, say: 'Hello.' }, { call: [{ tool: 'work', args: { n: 1 } }] }]);
  const { agents, session } = await open(model, { tools: [gate.tool], limits: { graceMs: 1 } });
  const turn = play(session, 'work');
  await gate.begun(1);
  await session.cancel();
  const events: readonly SessionEvent[] = await turn;
  expect(endOf(events).outcome).toBe('cancelled');
  gate.open(1);
  while (gate.finished.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const fork = await session.fork();
  await play(fork, 'hello');
  const results = agents
    .of('anthropic')
    .log.at(-1)
    ?.seen?.turns.flatMap((each) => each.results.map(({ text }) => text));
  expect(results).toEqual(['[[done 1]]']);
  await fork.close();
});
