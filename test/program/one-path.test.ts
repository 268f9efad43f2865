/** One execution path, with the real program: the same turn typed in a terminal, requested with `-p`, and given to a subagent. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionRecord } from '@interlock/runtime';
import { createAnthropic, type Simulator, script, startSimulator } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, openHome } from './home.ts';
import type { KeptSession } from './kept-sessions.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';
import { print, type RunMode, type TurnResult, task, terminal } from './run-modes.ts';

/** Fixed ids, because a provider's ids are never the same twice. */
const five = [
  { tool: 'read_file', args: { path: 'a.txt' } },
  { tool: 'read_file', args: { path: 'b.txt' } },
  { tool: 'list_files', args: {} },
  { tool: 'write_file', args: { path: 'a.txt', content: 'changed' } },
  { tool: 'search_files', args: { pattern: 'second' } },
].map((call, index) => ({ ...call, id: `toolu_01five${index}` }));

/** Commands run one at a time: two reads end, the first command runs, the others wait. */
const hold = 'echo begun; echo $$ > held.pid; exec sleep 600'; // no shell is left that might print what has ended
const held = [
  { tool: 'read_file', args: { path: 'a.txt' } },
  { tool: 'read_file', args: { path: 'b.txt' } },
  { tool: 'run_command', args: { command: hold } },
  { tool: 'run_command', args: { command: 'echo never > never.txt' } },
  { tool: 'write_file', args: { path: 'never.txt', content: 'never' } },
].map((call, index) => ({ ...call, id: `toolu_01held${index}` }));

const delegate = (prompt: string) => [{ tool: 'task', args: { description: 'five', prompt } }];
const model = script([
  { when: { user: '^Delegate', of: 'task' }, say: 'The subagent is done.' },
  { when: { user: '^Delegate this. Do' }, call: delegate('Do the five.') },
  { when: { user: '^Delegate this. Hold' }, call: delegate('Hold the five.') },
  { when: { user: '^Do', of: 'search_files' }, say: 'Five results have come.' },
  { when: { user: '^Do' }, say: 'I do all five.', call: five },
  { when: { user: '^Hold' }, say: 'I do all five.', call: held },
  { when: { user: '^Go on' }, say: 'I go on.' },
]);

interface Played extends TurnResult {
  readonly bodies: readonly string[];
}

const modes: Readonly<Record<string, RunMode>> = { terminal, print, task };
const done = new Map<string, Played>();
const cancelled = new Map<string, Played>();
let home: Home;
let simulator: Simulator;
let proxy: RecordingProxy;

beforeAll(async () => {
  simulator = await startSimulator(createAnthropic(), { model });
  proxy = await startRecordingProxy(simulator.url);
  home = await openHome({ ANTHROPIC_BASE_URL: proxy.url, ANTHROPIC_API_KEY: simulator.key });
  await home.configure({ model: 'anthropic/claude-opus-4-8', approval: { allow: ['write_file', 'run_command'] } });
  for (const [name, mode] of Object.entries(modes)) {
    await startAgain();
    const end = /Five results have come\./;
    done.set(name, {
      ...(await mode(home, { name: 'done', text: 'Do the five.', ends: end })),
      bodies: takeSentBodies(),
    });
  }
});

afterAll(async () => {
  await home.close(['held.pid']);
  await proxy.close();
  await simulator.close();
});

async function startAgain(): Promise<void> {
  await home.write('a.txt', 'first');
  await home.write('b.txt', 'second');
  await rm(join(home.project, 'held.pid'), { force: true });
}

/** What was sent since the last call, without the requests of a subagent's parent. */
function takeSentBodies(): readonly string[] {
  return proxy.bodies.splice(0).filter((body) => !body.includes('Delegate this'));
}

function played(all: ReadonlyMap<string, Played>, name: string): Played {
  const found = all.get(name);
  if (found === undefined) throw new Error(`${name} was not played`);
  return found;
}

/** Parallel calls may end in any order, and the second run finds a warm cache; everything else must be the same. */
function comparable({ records }: KeptSession): readonly unknown[] {
  const ends = records.filter(({ kind }) => kind === 'call-end' || kind === 'call-start');
  const others = records.filter((record) => !ends.includes(record)).map(withoutCache);
  return [...others, ...ends.map((record) => JSON.stringify(record)).sort()];
}

function withoutCache(record: SessionRecord): unknown {
  if (record.kind !== 'request' || record.usage === undefined) return record;
  const { sentAt: _, firstByteMs: __, endMs: ___, ...rest } = record;
  const { cacheRead: ____, cacheWrite: _____, ...usage } = record.usage;
  return { ...rest, usage };
}

/** The calls of each answer, and the messages with results: which call, in the order of the calls, and how it ended. */
function batches({ records }: KeptSession): readonly unknown[] {
  const contents = records.flatMap((record) => (record.kind === 'content' ? [record.content] : []));
  const order = contents.flatMap(({ blocks }) =>
    blocks.flatMap((each) => (each.type === 'tool_call' ? [each.id] : [])),
  );
  return contents.map(({ speaker, blocks }) => {
    const calls = blocks.flatMap((block) => (block.type === 'tool_call' ? [block.name] : []));
    const ends = blocks.flatMap((block) =>
      block.type === 'tool_response' ? [`${order.indexOf(block.callId)} ${block.synthetic ?? 'complete'}`] : [],
    );
    return { speaker, calls, ends };
  });
}

describe('five calls', () => {
  test('are one batch, and their results one message', () => {
    expect(batches(played(done, 'print').session)).toEqual([
      { speaker: 'human', calls: [], ends: [] },
      { speaker: 'ai', calls: five.map(({ tool }) => tool), ends: [] },
      { speaker: 'tool', calls: [], ends: [0, 1, 2, 3, 4].map((index) => `${index} complete`) },
      { speaker: 'ai', calls: [], ends: [] },
    ]);
  });

  test.each(['terminal', 'task'])('REQ-915-029, REQ-915-045: %s and -p send the same bytes', (mode) => {
    expect(played(done, 'print').bodies.length).toBe(2);
    expect(played(done, mode).bodies).toEqual(played(done, 'print').bodies);
  });

  test.each(['terminal', 'task'])('REQ-915-029, REQ-915-045: %s and -p write the same records', (mode) => {
    expect(comparable(played(done, mode).session)).toEqual(comparable(played(done, 'print').session));
  });

  test('shows the answer without errors', () => {
    expect(played(done, 'terminal')).toMatchObject({
      exitCode: 0,
      shown: expect.stringContaining('Five results have come.'),
    });
    expect(played(done, 'print').shown).toContain('Five results have come.');
    expect(played(done, 'task').shown).toContain('The subagent is done.');
    expect([played(done, 'print').exitCode, played(done, 'task').exitCode]).toEqual([0, 0]);
  });
});

describe('cancelled after two results', () => {
  beforeAll(async () => {
    for (const [name, mode] of Object.entries(modes)) {
      await startAgain();
      const had = await mode(home, {
        name: 'cancelled',
        text: 'Hold the five.',
        cancelWhen: ({ records }) =>
          records.filter(({ kind }) => kind === 'call-end').length === 2 && existsSync(join(home.project, 'held.pid')),
        ends: /Cancelled/,
      });
      const next = await home.run(['-p', 'Go on.', '--resume', had.session.id], { XDG_STATE_HOME: had.state });
      expect(next).toMatchObject({ code: 0, stdout: 'I go on.\n' });
      cancelled.set(name, { ...had, bodies: takeSentBodies() });
    }
  });

  test('two results are kept, one call was interrupted, two never started', () => {
    expect(batches(played(cancelled, 'print').session)).toEqual([
      { speaker: 'human', calls: [], ends: [] },
      { speaker: 'ai', calls: held.map(({ tool }) => tool), ends: [] },
      {
        speaker: 'tool',
        calls: [],
        ends: ['0 complete', '1 complete', '2 interrupted', '3 cancelled', '4 cancelled'],
      },
    ]);
    expect(existsSync(join(home.project, 'never.txt'))).toBe(false);
  });

  test.each(['terminal', 'task'])('REQ-915-029, REQ-915-045: %s and -p write the same records', (mode) => {
    expect(comparable(played(cancelled, mode).session)).toEqual(comparable(played(cancelled, 'print').session));
    expect(played(cancelled, mode).session.records.at(-1)).toMatchObject({ kind: 'turn-end', outcome: 'cancelled' });
  });

  test.each(['terminal', 'task'])(
    'REQ-915-029, REQ-915-045: %s and -p send the same bytes, in this turn and the next',
    (mode) => {
      expect(played(cancelled, 'print').bodies.length).toBe(2);
      expect(played(cancelled, mode).bodies).toEqual(played(cancelled, 'print').bodies);
    },
  );

  test('a terminal stays open; -p ends with 130', () => {
    expect(Object.keys(modes).map((name) => [name, played(cancelled, name).exitCode])).toEqual([
      ['terminal', 0],
      ['print', 130],
      ['task', 130],
    ]);
  });
});

test('no request was rejected or accepted with a warning', () => {
  expect(simulator.log.length).toBeGreaterThan(12);
  expect(simulator.log.filter(({ verdict, warnings }) => verdict !== 'accepted' || warnings.length > 0)).toEqual([]);
});
