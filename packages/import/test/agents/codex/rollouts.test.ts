/** Rollouts that are not in the samples: rollbacks, compactions, forks, older forms. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { findSessions, type ImportedSession, type Machine, readSession } from '@interlock/import';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { sketch } from '../../samples.ts';

const home = temporaryFolder('codex');
const machine: Machine = { platform: 'linux', home, environment: {} };
afterAll(() => rmSync(home, { recursive: true, force: true }));

const line = (type: string, payload: object): object => ({ timestamp: '2026-11-15T20:57:00.000Z', type, payload });
const meta = (payload: object = {}): object =>
  line('session_meta', { id: 'thread', cwd: '/work', cli_version: '0.166.0', model_provider: 'openai', ...payload });
const item = (payload: object): object => line('response_item', payload);
const user = (text: string): object => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const answer = (text: string): object =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const event = (type: string, rest: object = {}): object => line('event_msg', { type, ...rest });
const turn = (said: string, answered: string): readonly object[] => [
  event('task_started'),
  user(said),
  answer(answered),
  event('task_complete'),
];

async function read(lines: readonly object[], branch?: string): Promise<ImportedSession> {
  const bytes = [Buffer.from(lines.map((each) => JSON.stringify(each)).join('\n'))];
  return readSession({ bytes, name: 'rollout' }, branch === undefined ? {} : { branch });
}

test('a rollback drops user turns and leaves them as a branch', async () => {
  const lines = [
    meta(),
    ...turn('one', 'first'),
    ...turn('two', 'second'),
    ...turn('three', 'third'),
    event('thread_rolled_back', { num_turns: 2 }),
    ...turn('four', 'fourth'),
  ];
  const session = await read(lines);
  expect(sketch(session)).toEqual(['human: one', 'ai: first', 'human: four', 'ai: fourth']);
  const time = Date.parse('2026-11-15T20:57:00.000Z');
  expect(session.branches).toEqual([{ id: 'before rollout:14', title: 'three', records: 4, time }]);
  expect(sketch(await read(lines, 'before rollout:14'))).toEqual([
    'human: one',
    'ai: first',
    'human: two',
    'ai: second',
    'human: three',
    'ai: third',
  ]);
});

test('keeps what a free-form call sends after its first output', async () => {
  const output = (text: string): object => item({ type: 'custom_tool_call_output', call_id: 'c', output: text });
  const session = await read([
    meta(),
    event('task_started'),
    user('go'),
    item({ type: 'custom_tool_call', call_id: 'c', name: 'exec', input: 'notify(1)' }),
    ...['notified', 'result'].map(output),
    answer('done'),
  ]);
  expect(sketch(session).slice(-2)).toEqual(['human: Further output of the call c: | result', 'ai: done']);
});

test('a local compaction replaces the history; what it keeps is the same content', async () => {
  const summary = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Summary.' }] };
  const kept = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one' }] };
  const note = { ...kept, content: [{ type: 'input_text', text: '<environment_context>x</environment_context>' }] };
  const session = await read([
    meta(),
    ...turn('one', 'first'),
    line('compacted', { message: 'Summary.', replacement_history: [note, kept, summary] }),
    ...turn('two', 'second'),
  ]);
  expect(sketch(session)).toEqual(['human: one', 'human: Summary.', 'human: two', 'ai: second']);
  const [first, , compaction] = session.log;
  expect(
    compaction?.kind === 'compaction' && first?.kind === 'content' && compaction.contents[0] === first.content,
  ).toBe(true);
});

test('before replacement histories were recorded: the user’s messages and the summary', async () => {
  const session = await read([meta(), ...turn('one', 'first'), line('compacted', { message: 'Summary.' })]);
  expect(sketch(session)).toEqual(['human: one', 'human: Summary.']);
});

test('skips a compaction that only the provider can read: the thread continues with its originals', async () => {
  const sealed = { type: 'compaction', encrypted_content: 'gAAAA' };
  const session = await read([
    meta(),
    ...turn('one', 'first'),
    line('compacted', { message: '', replacement_history: [sealed] }),
    ...turn('two', 'second'),
  ]);
  expect(sketch(session)).toEqual(['human: one', 'ai: first', 'human: two', 'ai: second']);
  expect(session.problems.map(({ code, place }) => [code, place])).toEqual([['unreadable-compaction', 'rollout:6']]);
});

test('an aborted turn leaves its calls interrupted', async () => {
  const session = await read([
    meta(),
    event('task_started'),
    user('one'),
    item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_1' }),
    event('turn_aborted', { reason: 'interrupted' }),
    user('<turn_aborted>The user interrupted.</turn_aborted>'),
    ...turn('two', 'second'),
  ]);
  expect(sketch(session)).toEqual([
    'human: one',
    'ai: call shell {"command":["ls"]}',
    'tool: closed interrupted',
    'human: two',
    'ai: second',
  ]);
  expect(session.leftOut).toEqual({ 'interruption notes': 1 });
});

test('recognizes typed text by its source where the file records it', async () => {
  const parts = ['kept', 'left out'];
  const content = parts.map((text) => ({ type: 'input_text', text }));
  const sources = ['user', 'hook'].map((type) => ({ provenance: { type } }));
  const passed = { internal_chat_message_metadata_passthrough: { content_item_metadata: sources } };
  const session = await read([meta(), item({ type: 'message', role: 'user', content, ...passed })]);
  expect(sketch(session)).toEqual(['human: kept']);
});

test('the format before September 2025', async () => {
  const session = await read([
    { id: 'old', timestamp: '2025-06-01T00:00:00Z', instructions: null, git: {} },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one' }] },
    { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'call_1' },
    { record_type: 'state' },
    { type: 'function_call_output', call_id: 'call_1', output: '{"output":"a.txt","metadata":{"exit_code":0}}' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
  ]);
  expect([session.id, session.problems]).toEqual(['old', []]);
  expect(sketch(session)).toEqual([
    'human: one',
    'ai: call shell {}',
    'tool: result {"output":"a.txt","metadata":{"exit_code":0}}',
    'ai: done',
  ]);
});

test('a fork starts in another file, which may be compressed; names come from the index', async () => {
  const day = join(home, '.codex/sessions/2026/11/15');
  mkdirSync(day, { recursive: true });
  const numbered = (lines: readonly object[]): string =>
    lines.map((each, ordinal) => JSON.stringify({ ...each, ordinal })).join('\n');
  const base = numbered([meta({ id: 'parent' }), ...turn('one', 'first'), ...turn('two', 'second')]);
  writeFileSync(join(day, 'rollout-2026-11-15T20-57-00-parent.jsonl.zst'), zstdCompressSync(Buffer.from(base)));
  const fork = {
    id: 'child',
    forked_from_id: 'parent',
    history_base: { thread_id: 'parent', end_ordinal_exclusive: 5 },
  };
  const path = join(day, 'rollout-2026-11-15T20-58-00-child.jsonl');
  writeFileSync(path, numbered([meta(fork), ...turn('three', 'third')]));
  writeFileSync(
    join(home, '.codex/session_index.jsonl'),
    `${JSON.stringify({ id: 'child', thread_name: 'My fork' })}\n`,
  );
  const session = await readSession(path, { machine });
  expect(sketch(session)).toEqual(['human: one', 'ai: first', 'human: three', 'ai: third']);
  expect([session.title, session.parent, session.problems]).toEqual(['My fork', 'parent', []]);

  const found = await findSessions('/work', { machine });
  expect(found.map(({ agent, id, title, turns }) => ({ agent, id, title, turns }))).toEqual(
    expect.arrayContaining([
      { agent: 'codex', id: 'child', title: 'three', turns: 1 },
      { agent: 'codex', id: 'parent', title: 'one', turns: 2 },
    ]),
  );
  rmSync(join(day, 'rollout-2026-11-15T20-57-00-parent.jsonl.zst'));
  const torn = await readSession(path, { machine });
  expect([sketch(torn).length, torn.problems.map(({ code }) => code)]).toEqual([2, ['missing-history']]);
});

test('a thread lists the subagents it started, with their sessions if they are on this machine', async () => {
  const folder = join(home, '.codex/sessions/2026/11/14');
  mkdirSync(folder, { recursive: true });
  const write = (id: string, lines: readonly object[]): string => {
    const path = join(folder, `rollout-2026-11-14T20-57-00-${id}.jsonl`);
    writeFileSync(path, lines.map((each) => JSON.stringify(each)).join('\n'));
    return path;
  };
  const spawn = (call: string, output: object, ...events: readonly object[]): readonly object[] => [
    item({ type: 'function_call', name: 'spawn_agent', call_id: call, arguments: '{"message":"Look."}' }),
    ...events,
    item({ type: 'function_call_output', call_id: call, output: JSON.stringify(output) }),
  ];
  const started = (agent: string): object => ({ kind: 'started', agent_thread_id: agent, agent_path: '/root/a' });
  const parent = write('aaaaaaaa-0000', [
    meta({ id: 'aaaaaaaa-0000' }),
    user('Ask four.'),
    ...spawn('call_1', { agent_id: 'bbbbbbbb-0000' }),
    ...spawn('call_2', { agent_id: 'cccccccc-0000' }),
    // Later versions name the thread only in an event, which has one of two forms.
    ...spawn(
      'call_3',
      { task_name: '/root/a' },
      event('sub_agent_activity', { event_id: 'call_3', ...started('dddddddd-0000') }),
    ),
    ...spawn(
      'call_4',
      { task_name: '/root/a' },
      event('item_completed', { item: { type: 'SubAgentActivity', id: 'call_4', ...started('eeeeeeee-0000') } }),
    ),
    answer('They look.'),
  ]);
  const source = { subagent: { thread_spawn: { parent_thread_id: 'aaaaaaaa-0000', depth: 1 } } };
  write('bbbbbbbb-0000', [meta({ id: 'bbbbbbbb-0000', source }), ...turn('Look.', 'I see.')]);
  const task = { type: 'encrypted_content', encrypted_content: 'Look around.' };
  const message = item({ type: 'agent_message', author: '/root', recipient: '/root/a', content: [task] });
  write('eeeeeeee-0000', [meta({ id: 'eeeeeeee-0000', source }), event('task_started'), message, answer('I see.')]);
  const { log, subagents, problems } = await readSession(parent, { machine });
  const calls = log.flatMap((entry) =>
    entry.kind === 'content'
      ? entry.content.blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : []))
      : [],
  );
  expect(problems).toEqual([]);
  expect(
    subagents.map(({ session, ...about }) => ({
      ...about,
      parent: session?.parent,
      contents: session && sketch(session),
    })),
  ).toEqual([
    { id: 'dddddddd-0000', callId: calls[2], parent: undefined, contents: undefined },
    { id: 'eeeeeeee-0000', callId: calls[3], parent: 'aaaaaaaa-0000', contents: ['human: Look around.', 'ai: I see.'] },
    { id: 'bbbbbbbb-0000', callId: calls[0], parent: 'aaaaaaaa-0000', contents: ['human: Look.', 'ai: I see.'] },
    { id: 'cccccccc-0000', callId: calls[1], parent: undefined, contents: undefined },
  ]);
});

test('a subagent may begin with the history of the thread that started it, and its own subagent with both', async () => {
  const folder = join(home, '.codex/sessions/2026/11/13');
  mkdirSync(folder, { recursive: true });
  const write = (id: string, base: string | undefined, spawned: readonly string[]): string => {
    const history = base === undefined ? {} : { history_base: { thread_id: base, end_ordinal_exclusive: 3 } };
    const calls = spawned.flatMap((agent) => [
      item({ type: 'function_call', name: 'spawn_agent', call_id: `call_${agent}`, arguments: '{}' }),
      item({ type: 'function_call_output', call_id: `call_${agent}`, output: JSON.stringify({ agent_id: agent }) }),
    ]);
    const lines = [meta({ id, ...history }), user(`I am ${id}.`), answer('Good.'), ...calls];
    const path = join(folder, `rollout-2026-11-13T20-57-00-${id}.jsonl`);
    writeFileSync(path, lines.map((each, ordinal) => JSON.stringify({ ...each, ordinal })).join('\n'));
    return path;
  };
  // The second names its own starter and itself as its subagents.
  const path = write('threadaa', undefined, ['threadbb', 'threadcc']);
  write('threadbb', 'threadaa', ['threaddd', 'threadaa', 'threadbb']);
  write('threadcc', 'threadaa', []);
  write('threaddd', 'threadbb', []);
  const said = (session: ImportedSession): unknown => [
    ...sketch(session).filter((line) => line.startsWith('human')),
    ...session.problems,
    ...session.subagents.map((each) => each.session && said(each.session)),
  ];
  const [aa, bb, cc, dd] = ['aa', 'bb', 'cc', 'dd'].map((id) => `human: I am thread${id}.`);
  expect(said(await readSession(path, { machine }))).toEqual([
    aa,
    [aa, bb, [aa, bb, dd], [aa, undefined, undefined], undefined],
    [aa, cc],
  ]);

  // Two that begin with each other do not begin at all.
  write('threadee', 'threadff', []);
  const circle = await readSession(write('threadff', 'threadee', []), { machine });
  expect(circle.problems.map(({ code }) => code)).toEqual(['missing-history']);
});

test('tools of the same name in different namespaces have different names, also after a compaction', async () => {
  const call = (id: string, name: string, namespace?: string): object => ({
    ...{ type: 'function_call', call_id: id, name, arguments: '{}' },
    ...(namespace === undefined ? {} : { namespace }),
  });
  const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: 'ok' });
  const items = [
    call('call_1', 'search', 'mcp__docs'),
    output('call_1'),
    call('call_2', 'search', 'mcp__mail'),
    output('call_2'),
    call('call_3', 'send', 'mcp__mail'),
    output('call_3'),
    call('call_4', 'shell'),
    output('call_4'),
  ];
  const lines = [meta(), user('Search.'), ...items.map(item)];
  const expected = ['mcp__docs__search', 'mcp__mail__search', 'send', 'shell'].flatMap((name) => [
    `ai: call ${name} {}`,
    'tool: result ok',
  ]);
  expect(sketch(await read(lines))).toEqual(['human: Search.', ...expected]);
  const compacted = await read([...lines, line('compacted', { message: '', replacement_history: items })]);
  expect(sketch(compacted)).toEqual(expected);
  expect(compacted.log.flatMap((entry) => (entry.kind === 'content' ? entry.content.blocks : []))).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'tool_response', toolName: 'mcp__mail__search' })]),
  );
});

test('keeps messages between agents, and what tools report without a call', async () => {
  const session = await read([
    meta(),
    ...turn('Wait.', 'I wait.'),
    item({ type: 'function_call_output', name: 'now', namespace: 'clock', output: 'It is late.' }),
    line('inter_agent_communication', { author: '/root/a', content: 'Found it.', trigger_turn: false }),
    line('inter_agent_communication', { author: '/root/a', content: '', encrypted_content: 'x'.repeat(80) }),
  ]);
  expect(sketch(session)).toEqual([
    'human: Wait.',
    'ai: I wait.',
    'human: Output of clock.now, without a call: | It is late.',
    'human: Found it.',
  ]);
  expect(session.problems.map(({ code, place }) => [code, place])).toEqual([['unreadable-part', 'rollout:8']]);
});
