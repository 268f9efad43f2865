/** Hooks as real processes: what they receive, what they stop and what is recorded. A hook that fails stops the action. */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import type { Content } from '@interlock/transcript';
import { afterEach, expect, test } from 'vitest';
import { createMemoryStore, type Hook, type Session, type SessionEvent } from '../../src/index.ts';
import { type Agents, openAgents, play, recordsOf } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

const writing = (path: string) => ({ tool: 'write_file', args: { path, content: 'x' } });
const model = script([
  { when: { of: 'task' }, say: '{{results}}' },
  { when: { result: '' }, say: 'Done: {{results}}' },
  { when: { user: 'delegate' }, call: [{ tool: 'task', args: { description: 'd', prompt: 'write' } }] },
  { when: { user: 'both' }, call: [writing('new.txt'), { tool: 'read_file', args: { path: 'old.txt' } }] },
  { when: { user: 'write' }, call: [writing('new.txt')] },
  { say: 'Hello.' },
]);

interface Opened {
  readonly session: Session;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly at: (path: string) => string;
}

async function open(...hooks: readonly Hook[]): Promise<Opened> {
  agents = await openAgents({ model, only: ['anthropic'] });
  const store = createMemoryStore();
  const { workspace } = agents;
  await writeFile(join(workspace, 'old.txt'), 'old');
  const session = await agents.open({
    route: agents.target('anthropic'),
    store,
    environment: { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'a-provider-key-that-nobody-sees' },
    rules: [{ verdict: 'allow', tool: 'kind:write' }],
    hooks: { hooks },
  });
  return { session, store, at: (path) => join(workspace, path) };
}

function results(contents: readonly Content[]): readonly unknown[] {
  return contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.result ?? block.error] : [])),
  );
}

const hooksIn = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === 'hook' ? [[event.on, event.outcome]] : []));
const linesOf = (path: string): readonly Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('runs at all moments, in order, with details on standard input and no keys in the environment', async () => {
  const moments = [
    'before-session',
    'before-turn',
    'before-tool',
    'after-tool',
    'after-turn',
    'after-session',
  ] as const;
  const { session, store, at } = await open(
    ...moments.map((on) => ({ on, command: 'cat >> log; test -z "$ANTHROPIC_API_KEY"' })),
  );
  const events = await play(session, 'write it');
  await play(session, 'hello');
  expect(hooksIn(events)).toEqual(moments.slice(0, 5).map((on) => [on, 'passed']));
  await session.close();
  const told = linesOf(at('log'));
  expect(told.map(({ event }) => event)).toEqual([
    ...moments.slice(0, 5),
    ...['before-turn', 'after-turn', 'after-session'],
  ]);
  const about = { session: session.id, workspace: agents?.workspace };
  const call = { id: expect.any(String), name: 'write_file', kind: 'write', args: { path: 'new.txt', content: 'x' } };
  expect(told.slice(1, 5)).toEqual([
    { event: 'before-turn', ...about, turn: 'turn-1', text: 'write it' },
    { event: 'before-tool', ...about, call },
    { event: 'after-tool', ...about, call, result: { state: 'complete', result: expect.any(String) } },
    { event: 'after-turn', ...about, turn: 'turn-1', outcome: 'done', text: expect.stringMatching(/^Done/) },
  ]);
  const recorded = (await recordsOf(store, session.id)).filter(({ kind }) => kind === 'hook');
  expect(recorded).toHaveLength(8);
});

test('stops a call of a matching tool while the others run', async () => {
  const { session, store, at } = await open(
    { on: 'before-tool', command: 'echo "Not on Fridays." >&2; exit 3', tools: ['kind:write'] },
    { on: 'before-tool', command: 'touch never', tools: ['write_*'] },
  );
  await play(session, 'both');
  expect(results(session.state.contents)).toEqual([
    'The user did not allow this tool call. It was not run.\nA hook stopped it (echo "Not on Fridays." >&2; exit 3): Not on Fridays.',
    'old',
  ]);
  expect([existsSync(at('new.txt')), existsSync(at('never'))]).toEqual([false, false]);
  const records = await recordsOf(store, session.id);
  expect(records.flatMap((record) => (record.kind === 'hook' ? [record] : []))).toEqual([
    {
      kind: 'hook',
      on: 'before-tool',
      command: 'echo "Not on Fridays." >&2; exit 3',
      outcome: 'vetoed',
      text: 'Not on Fridays.',
      callId: expect.any(String),
    },
  ]);
  // The turn never started.
  expect(records.flatMap((record) => (record.kind === 'call-start' ? [record.call?.name] : []))).toEqual(['read_file']);
  agents?.accepted();
});

test.for<readonly [command: string, why: string]>([
  ['exit 1', 'Exit code 1.'],
  ['no-such-program-anywhere', 'no-such-program-anywhere'],
  ['kill -9 $$', 'It was ended by signal SIGKILL.'],
  ['sleep 60', 'It did not end within 50 ms.'],
])('a guard that fails lets nothing through: %s', async ([command, why]) => {
  const { session, at } = await open({
    on: 'before-tool',
    command,
    ...(command === 'sleep 60' ? { timeoutMs: 50 } : {}),
  });
  await play(session, 'write');
  expect([existsSync(at('new.txt')), results(session.state.contents)]).toEqual([false, [expect.stringContaining(why)]]);
});

test.for<Hook['on']>(['before-turn', 'before-session'])('%s: sends nothing, and the next turn works', async (on) => {
  const { session, at } = await open({ on, command: 'test -e open || { echo Closed.; exit 1; }' });
  const events = await play(session, 'a secret');
  expect(events.at(-1)).toMatchObject({
    outcome: 'failed',
    why: 'A hook stopped it (test -e open || { echo Closed.; exit 1; }): Closed.',
    steps: 0,
  });
  expect([session.state.contents, agents?.of('anthropic').log]).toEqual([[], []]);
  await writeFile(at('open'), '');
  expect((await play(session, 'hello')).at(-1)).toMatchObject({ outcome: 'done', text: 'Hello.' });
});

test('after a call: its output goes to the model with the unchanged result, and is bounded', async () => {
  const { session, at } = await open({
    on: 'after-tool',
    command: 'head -c 100000 /dev/zero | tr "\\0" x; exit 1',
    tools: ['write_file'],
  });
  await play(session, 'write');
  const [result] = results(session.state.contents);
  expect(result).toMatch(/^.*\n\n\[The hook "head.*characters left out.*x\]$/s);
  expect([String(result).length < 9_000, existsSync(at('new.txt'))]).toEqual([true, true]);
});

test('guards calls of subagents, but runs no turn hooks for them', async () => {
  const { session, at } = await open(
    { on: 'before-tool', command: 'exit 1', tools: ['write_file'] },
    { on: 'before-turn', command: 'cat >> turns' },
  );
  await play(session, 'delegate');
  expect([existsSync(at('new.txt')), linesOf(at('turns')).map(({ text }) => text)]).toEqual([false, ['delegate']]);
});

test('a hook that does not read its input does not fail', async () => {
  const { session } = await open({ on: 'before-turn', command: 'exec <&-; true' });
  expect((await play(session, 'x'.repeat(200_000))).at(-1)).toMatchObject({ outcome: 'done' });
});
