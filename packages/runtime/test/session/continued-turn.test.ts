/** A turn whose target fails ends, and another continues it: one turn for whoever listens, two in the records (decision 24). */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FaultPlan, script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import {
  builtInTools,
  codingAgent,
  createMemoryStore,
  type RouteConfig,
  resumeSession,
  type Session,
  type SessionEvent,
  type SessionOptions,
  type SessionRecord,
} from '../../src/index.ts';
import { type Agents, endOf, openAgents, play, recordsOf, typesOf } from '../agents.ts';
import { createGate } from '../gate.ts';
import { createVirtualClock } from '../virtual-clock.ts';

const model = script([
  { when: { user: 'hello' }, say: 'Hello.' },
  { when: { user: 'more' }, say: 'More: {{results}}' },
  { when: { of: 'task' }, say: 'It says: {{results}}' },
  { when: { user: 'delegate' }, call: [{ tool: 'task', args: { description: 'work', prompt: 'work for me' } }] },
  { when: { of: 'write_file' }, say: 'Written.' },
  { when: { user: 'write' }, call: [{ tool: 'write_file', args: { path: 'a.txt', content: 'new' } }] },
  { when: { of: 'work' }, say: 'Done: {{results}}' },
  { when: { user: 'work' }, say: 'I begin.', call: [1, 2].map((n) => ({ tool: 'work', args: { n } })) },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

const [claude, gemini] = ['anthropic/claude-opus-4-8', 'google/gemini-3.1-pro'];
const overloaded = (after: number, times = 1): FaultPlan => ({
  do: 'fail',
  with: { kind: 'overloaded' },
  after,
  times,
});

async function open(more: Partial<SessionOptions> = {}, failover: Partial<RouteConfig> = {}) {
  const opened = await openAgents({ model, only: ['anthropic', 'gemini', 'mistral'] });
  agents = opened;
  const gate = createGate();
  const clock = createVirtualClock();
  const store = createMemoryStore();
  const targets = [opened.target('anthropic'), opened.target('gemini'), opened.target('mistral')];
  const route: RouteConfig = { policy: 'failover', targets, maxRetries: 0, ...failover };
  const options = { route, tools: [gate.tool], clock, store, random: () => 0.5, ...more };
  const session = await opened.open(options);
  const say = (text: string): Promise<readonly SessionEvent[]> => clock.finish(play(session, text));
  const openGate = (): void => {
    for (const n of [1, 2]) gate.open(n);
  };
  const resume = (records: readonly SessionRecord[]): Promise<Session> => resumeFrom(opened, options, session, records);
  return { agents: opened, session, gate, clock, store, say, openGate, resume };
}

/** A session with these records, as a kill would leave it. */
async function resumeFrom(
  { workspace }: Agents,
  options: Partial<SessionOptions> & Pick<SessionOptions, 'route'>,
  { id }: Session,
  records: readonly SessionRecord[],
): Promise<Session> {
  const store = createMemoryStore();
  const log = await store.create({ version: 1, id, workspace, createdAt: 0, spawnDepth: 0 });
  for (const record of records) await log.append(record, true);
  await log.close();
  return resumeSession(codingAgent({ workspace, environment: {}, ...options, store, id }));
}

const turnsIn = (records: readonly SessionRecord[]): readonly SessionRecord[] =>
  records.filter(({ kind }) => kind === 'turn-start' || kind === 'turn-end');

test('REQ-915-002 REQ-915-043 the turn ends with its target, and the next one continues it: one turn for listeners', async () => {
  const { agents, session, store, say, openGate, gate } = await open();
  openGate();
  agents.of('anthropic').fault(overloaded(1));
  const events = await say('work');
  expect(typesOf(events).filter((type) => type.startsWith('turn-'))).toEqual(['turn-start', 'turn-end']);
  expect(events.filter(({ type }) => type === 'failover')).toEqual([
    {
      type: 'failover',
      ...{ from: `${claude} (key:1)`, to: `${gemini} (key:2)`, turnId: 'turn-2', continues: 'turn-1' },
      because: [
        expect.stringMatching(/^anthropic\/claude-opus-4-8 \(key:1\) is cooling down until .*: overloaded$/),
        `${gemini} (key:2) is the first available`,
      ],
    },
  ]);
  expect(endOf(events)).toMatchObject({ turnId: 'turn-2', outcome: 'done', steps: 2 });
  expect(endOf(events).text).toContain('[[done 2]]');
  expect(events.flatMap((event) => (event.type === 'request' ? [[event.step, event.target]] : []))).toEqual([
    [1, claude],
    [2, claude],
    [2, gemini],
  ]);
  expect(turnsIn(await recordsOf(store, session.id))).toEqual([
    { kind: 'turn-start', turnId: 'turn-1' },
    { kind: 'turn-end', turnId: 'turn-1', outcome: 'moved' },
    { kind: 'turn-start', turnId: 'turn-2', continues: 'turn-1' },
    { kind: 'turn-end', turnId: 'turn-2', outcome: 'done' },
  ]);
  expect(session.state.contents.map(({ speaker, metadata }) => [speaker, metadata?.turnId])).toEqual([
    ['human', 'turn-1'],
    ['ai', 'turn-1'],
    ['tool', 'turn-1'],
    ['ai', 'turn-2'],
  ]);
  expect(session.state.turns).toBe(1);
  expect(gate.finished.toSorted()).toEqual([1, 2]);
  agents.accepted();
});

test('`wait`: the turn fails, and the next message goes elsewhere', async () => {
  const { agents, store, session, say, openGate } = await open({}, { failover: 'wait', maxRetries: 0 });
  openGate();
  agents.of('anthropic').fault(overloaded(1));
  expect(endOf(await say('work'))).toMatchObject({ outcome: 'failed', failure: { reason: 'overloaded' } });
  expect(agents.of('gemini').log).toEqual([]);
  expect(endOf(await say('hello')).outcome).toBe('done');
  expect(turnsIn(await recordsOf(store, session.id)).some((record) => 'continues' in record)).toBe(false);
});

test('a kill at any point of a continued turn leaves nothing open and loses nothing', async () => {
  const { agents, session, store, say, openGate, resume } = await open();
  openGate();
  agents.of('anthropic').fault(overloaded(1));
  await say('work');
  const records = await recordsOf(store, session.id);
  const moved = records.findIndex((record) => record.kind === 'turn-end' && record.outcome === 'moved');
  const ended = records.slice(0, moved).filter(({ kind }) => kind === 'call-end');
  expect(ended).toHaveLength(2);
  for (let count = moved - 1; count <= records.length; count += 1) {
    const again = await resume(records.slice(0, count));
    const text = JSON.stringify(again.state.contents);
    expect([text.includes('[[done 1]]'), text.includes('[[done 2]]')]).toEqual([true, true]);
    expect((await again.messages()).map(({ turns }) => turns)).toEqual([0]);
    expect(again.state.turns).toBe(1);
    for await (const event of again.send('hello'))
      if (event.type === 'turn-end') expect(event).toMatchObject({ outcome: 'done' });
    expect((await again.messages()).map(({ turns }) => turns)).toEqual([0, 1]);
    await again.close();
  }
  agents.accepted();
});

test('what the user says during a continuing turn belongs to the turn that the user began', async () => {
  const { agents, session, clock, gate, openGate, say, resume, store } = await open({ compaction: { keepTokens: 20 } });
  agents.of('anthropic').fault(overloaded(0));
  const mine = play(session, 'work');
  await gate.begun(2);
  session.steer('more');
  openGate();
  expect(endOf(await clock.finish(mine))).toMatchObject({ turnId: 'turn-2', outcome: 'done' });
  await say('hello');
  const words = (messages: Awaited<ReturnType<Session['messages']>>) =>
    messages.map(({ turns, content: { blocks, metadata } }) => [
      turns,
      metadata?.turnId,
      Reflect.get(blocks[0] ?? {}, 'text'),
    ]);
  const expected = [
    [0, 'turn-1', 'work'],
    [1, 'turn-3', 'hello'],
  ];
  expect(words(await session.messages())).toEqual(expected);
  const again = await resume(await recordsOf(store, session.id));
  expect(words(await again.messages())).toEqual(expected);
  await again.close();
  // All of the first turn, with what continued it; and the copy of a compacted session has it as well.
  const whole = session.state.contents.slice(0, -2);
  const copy = await session.fork({ turns: 1 });
  expect(copy.state.contents).toEqual(whole);
  await copy.close();
  expect((await clock.finish(session.compact())).outcome).toBe('compacted');
  const compacted = await session.fork();
  expect(await compacted.history()).toEqual(await session.history());
  expect((await session.history()).slice(0, whole.length)).toEqual(whole);
  await compacted.close();
  agents.accepted();
});

test('files that a continuing turn has changed are restored with the turn that the user began', async () => {
  const { agents, session, say } = await open({
    tools: builtInTools(),
    keepsFiles: true,
    rules: [{ verdict: 'allow', tool: 'kind:write' }],
  });
  const file = join(agents.workspace, 'a.txt');
  await say('hello');
  agents.of('anthropic').fault(overloaded(0));
  expect(endOf(await play(session, 'write'))).toMatchObject({ turnId: 'turn-3', outcome: 'done' });
  expect(await readFile(file, 'utf8')).toBe('new');
  expect((await session.fileChanges({ turns: 2 })).changes).toEqual([]);
  await session.restoreFiles({ turns: 1 });
  expect(existsSync(file)).toBe(false);
});

test('limits count what was used before', async () => {
  const { agents, say, openGate } = await open({ limits: { steps: 2 } });
  openGate();
  agents.of('anthropic').fault(overloaded(1));
  expect(endOf(await say('work'))).toMatchObject({ outcome: 'done', steps: 2 });
  const { agents: others, ...second } = await open({ limits: { steps: 1 } });
  second.openGate();
  others.of('anthropic').fault(overloaded(0));
  expect(endOf(await second.say('work'))).toMatchObject({
    ...{ turnId: 'turn-2', outcome: 'limit', steps: 1 },
    why: 'The limit of 1 requests in one turn is reached.',
  });
});

test('a subagent’s turn is continued like any other', async () => {
  const { agents, session, openGate } = await open({ subagents: {} });
  openGate();
  agents.of('anthropic').fault(overloaded(1));
  // Not `say`: time that passes would end the subagent.
  const events = await play(session, 'delegate');
  expect(endOf(events)).toMatchObject({ outcome: 'done', turnId: 'turn-1' });
  expect(endOf(events).text).toContain('[[done 2]]');
  expect(agents.of('gemini').log).toHaveLength(2);
});

test('hooks run once, and the one after the turn knows how all of it ended', async () => {
  const heard: string[] = [];
  const hooks = (['before-turn', 'after-turn'] as const).map((on) => ({
    on,
    command: 'cat >> heard.txt',
  }));
  const { agents, session } = await open({ hooks: { hooks } });
  agents.of('anthropic').fault(overloaded(0));
  await play(session, 'hello');
  for (const line of (await readFile(join(agents.workspace, 'heard.txt'), 'utf8')).trim().split('\n')) {
    const { event, turn, outcome } = JSON.parse(line) as { event: string; turn: string; outcome?: string };
    heard.push([event, turn, outcome].join(' '));
  }
  expect(heard).toEqual(['before-turn turn-1 ', 'after-turn turn-1 done']);
});

test('if the store fails between the two turns, the turn fails, and nothing is open', async () => {
  const store = createMemoryStore();
  let [isArmed, refuses] = [true, false];
  const failing: typeof store = {
    ...store,
    create: async (header) => {
      const log = await store.create(header);
      return {
        header,
        flush: () => log.flush(),
        close: () => log.close(),
        append: async (record, durable) => {
          if (record.kind === 'turn-end' && record.outcome === 'moved' && isArmed) refuses = true;
          if (refuses) throw new Error('The disk is full.');
          return log.append(record, durable);
        },
      };
    },
  };
  const { agents, session, say, openGate } = await open({ store: failing });
  openGate();
  agents.of('anthropic').fault(overloaded(1));
  expect(endOf(await say('work'))).toMatchObject({ outcome: 'failed', why: 'The disk is full.' });
  [isArmed, refuses] = [false, false];
  expect(endOf(await say('hello')).outcome).toBe('done');
  expect(turnsIn(await recordsOf(store, session.id)).map((record) => Reflect.get(record, 'outcome'))).toEqual([
    ...[undefined, 'moved'],
    ...[undefined, 'done'],
  ]);
});
