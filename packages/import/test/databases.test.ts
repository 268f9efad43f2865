/** Sessions of Goose, Crush, opencode and Zed, in databases as their sources make them. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { findSessions, type ImportedSession, type Machine, readSession } from '@interlock/import';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/program/temporary-folder.ts';
import { sketch } from './samples.ts';

const folder = temporaryFolder('databases');
const machine: Machine = { platform: 'linux', home: folder, environment: { XDG_DATA_HOME: folder, PWD: folder } };
afterAll(() => rmSync(folder, { recursive: true }));

function create(
  path: string,
  tables: string,
  rows: readonly (readonly [string, ...(string | number | null | Uint8Array)[]])[],
): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(tables);
  for (const [table, ...values] of rows) {
    database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
  }
  database.close();
  return file;
}

test('Goose: messages hidden by a summary are still in the log', async () => {
  const visible = JSON.stringify({ userVisible: true, agentVisible: true });
  const hidden = JSON.stringify({ userVisible: true, agentVisible: false });
  const summary = JSON.stringify({ userVisible: false, agentVisible: true });
  const content = (...entries: readonly object[]): string => JSON.stringify(entries);
  const file = create(
    'goose/sessions/sessions.db',
    `CREATE TABLE sessions (id TEXT, description TEXT, working_dir TEXT, updated_at TEXT, provider_name TEXT, model_config_json TEXT);
     CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER, metadata_json TEXT)`,
    [
      ['sessions', 's1', 'A title', '/x', '2026-11-15 21:00:00', 'anthropic', '{"model_name":"claude-opus-4-6"}'],
      ['messages', 1, 's1', 'user', content({ type: 'text', text: 'Old.' }), 1_794_776_674, hidden],
      ['messages', 2, 's1', 'user', content({ type: 'text', text: 'Summary.' }), 1_794_776_675, summary],
      [
        'messages',
        3,
        's1',
        'assistant',
        content(
          { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
          {
            type: 'toolRequest',
            id: 't',
            toolCall: { status: 'success', value: { name: 'shell', arguments: { command: 'ls' } } },
          },
        ),
        1_794_776_676,
        visible,
      ],
      [
        'messages',
        4,
        's1',
        'user',
        content({
          type: 'toolResponse',
          id: 't',
          toolResult: {
            status: 'success',
            value: {
              content: [
                { type: 'text', text: 'a.txt' },
                { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
              ],
            },
          },
        }),
        1_794_776_677,
        visible,
      ],
      ['messages', 5, 's1', 'assistant', content({ type: 'text', text: 'Done.' }), 1_794_776_678, visible],
    ],
  );
  const session = await readSession(file, { id: 's1', machine });
  expect(sketch(session)).toEqual([
    'human: Summary.',
    'ai: thinking Hm.(anthropic) | call shell {"command":"ls"}',
    'tool: result a.txt | media',
    'ai: Done.',
  ]);
  expect(session.log.filter(({ kind }) => kind === 'content')).toHaveLength(4);
  expect(session).toMatchObject({ agent: 'goose', id: 's1', title: 'A title', folder: '/x', problems: [] });
});

test('Crush: the history continues from its summary, and a subagent belongs to its call', async () => {
  const parts = (...list: readonly (readonly [string, object])[]): string =>
    JSON.stringify(list.map(([type, data]) => ({ type, data })));
  const file = create(
    '.crush/crush.db',
    `CREATE TABLE sessions (id TEXT, parent_session_id TEXT, title TEXT, updated_at INTEGER, summary_message_id TEXT);
     CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, model TEXT, provider TEXT, created_at INTEGER)`,
    [
      ['sessions', 's1', null, 'New Session', 3, 'm2'],
      ['sessions', 'm3$$call_1', 's1', 'Child', 3, null],
      ['sessions', 'call_1', 's1', 'New Agent Session', 3, null],
      ['messages', 'm1', 's1', 'user', parts(['text', { text: 'Old.' }]), null, null, 1],
      ['messages', 'm2', 's1', 'assistant', parts(['text', { text: 'Summary.' }]), 'gpt-5', 'openai', 2],
      [
        'messages',
        'm3',
        's1',
        'assistant',
        parts(
          ['reasoning', { thinking: 'Hm.', responses_data: { item_id: 'rs_1', encrypted_content: 'sealed' } }],
          ['tool_call', { id: 'call_1', name: 'agent', input: '{"prompt":"look"}' }],
          ['finish', {}],
        ),
        'gpt-5',
        'openai',
        3,
      ],
      [
        'messages',
        'm4',
        's1',
        'tool',
        parts(['tool_result', { tool_call_id: 'call_1', name: 'agent', content: 'seen' }]),
        null,
        null,
        4,
      ],
      ['messages', 'c1', 'm3$$call_1', 'user', parts(['text', { text: 'look' }]), null, null, 4],
    ],
  );
  const session = await readSession(file, { id: 's1', machine });
  expect(sketch(session)).toEqual([
    'human: Summary.',
    'ai: thinking Hm.(openai) | call agent {"prompt":"look"}',
    'tool: result seen',
  ]);
  const subagents = session.subagents.map(({ id, callId, session: own }) => [
    id,
    callId?.startsWith('hist_tool_'),
    own && sketch(own),
  ]);
  // Named after the call alone, as in 2025.
  expect(subagents).toEqual([
    ['m3$$call_1', true, ['human: look']],
    ['call_1', true, []],
  ]);
  expect(session).toMatchObject({ agent: 'crush', title: 'Old.', folder, problems: [] });
});

/** Sessions with their parents; which are read with `a`, and inside which. */
test.each([
  [
    'of subagents',
    [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'c'],
    ],
    'a',
    { a: { b: { c: { d: {} } } } },
  ],
  [
    'in a circle',
    [
      ['a', 'x'],
      ['x', 'a'],
      ['b', 'x'],
    ],
    'a',
    { a: { x: { b: {} } } },
  ],
  [
    'of itself',
    [
      ['a', 'a'],
      ['b', 'a'],
    ],
    'a',
    { a: { b: {} } },
  ],
  [
    'of no other session',
    [
      ['a', null],
      ['b', 'a'],
      ['o', null],
      ['p', 'o'],
    ],
    'a',
    { a: { b: {} } },
  ],
] as const)('a database has the subagents %s', async (name, sessions, id, expected) => {
  const text = JSON.stringify([{ type: 'text', data: { text: 'Look.' } }]);
  const files = [
    create(
      `nested ${name}/crush.db`,
      `CREATE TABLE sessions (id TEXT, parent_session_id TEXT, title TEXT, updated_at INTEGER, summary_message_id TEXT);
       CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, model TEXT, provider TEXT, created_at INTEGER)`,
      sessions.flatMap(([own, parent]) => [
        ['sessions', own, parent, 'A title', 3, null] as const,
        ['messages', `m-${own}`, own, 'user', text, null, null, 4] as const,
      ]),
    ),
    create(
      `nested ${name}/opencode.db`,
      `CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, revert TEXT, time_updated INTEGER);
       CREATE TABLE message (id TEXT, session_id TEXT, data TEXT);
       CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT)`,
      sessions.flatMap(([own, parent]) => [
        ['session', own, parent, '/x', 'A title', '1.18.33', null, 3] as const,
        ['message', `msg_${own}`, own, '{"role":"user"}'] as const,
        ['part', `prt_${own}`, `msg_${own}`, own, '{"type":"text","text":"Look."}'] as const,
      ]),
    ),
  ];
  for (const file of files) {
    const session = await readSession(file, { id, machine });
    expect([session.problems, { [session.id]: nested(session) }]).toEqual([[], expected]);
  }
});

/** The ids of subagents that have been read. */
function nested({ subagents }: ImportedSession): object {
  return Object.fromEntries(
    subagents.flatMap(({ id, session }) =>
      session !== undefined && sketch(session).join() === 'human: Look.' ? [[id, nested(session)]] : [],
    ),
  );
}

test('subagents that are nested too deep to be read one inside the other are all read', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) =>
    JSON.stringify({ table: 'sessions', id: `s${at}`, parent_session_id: at === 0 ? null : `s${at - 1}` }),
  );
  const session = await readSession({ bytes: [Buffer.from(rows.join('\n'))] });
  const count = (one: ImportedSession): number =>
    one.subagents.reduce((sum, { session: own }) => sum + (own === undefined ? 0 : count(own)), 1);
  expect([session.agent, count(session)]).toEqual(['crush', 5_000]);
});

test('Zed: a compressed thread', async () => {
  const thread = {
    version: '0.3.0',
    title: 'A title',
    model: { provider: 'anthropic', model: 'claude-opus-4-6' },
    initial_project_snapshot: { worktree_snapshots: [{ worktree_path: '/x' }] },
    request_token_usage: { 1: { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 5 } },
    messages: [
      { User: { id: '1', content: [{ Text: 'Read.' }, { Mention: { uri: 'file:///a', content: 'mentioned' } }] } },
      {
        Agent: {
          content: [
            { Thinking: { text: 'Hm.', signature: 'sig' } },
            { ToolUse: { id: 't', name: 'read_file', input: { path: 'a' } } },
          ],
          tool_results: { t: { tool_use_id: 't', tool_name: 'read_file', is_error: false, content: { Text: 'read' } } },
        },
      },
      'Resume',
      { Compaction: { ProviderNative: { data: 'sealed' } } },
      { Agent: { content: [{ Text: 'Done.' }], tool_results: {} } },
    ],
  };
  const file = create(
    'zed/threads/threads.db',
    'CREATE TABLE threads (id TEXT, parent_id TEXT, folder_paths TEXT, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB)',
    [
      [
        'threads',
        'z1',
        null,
        null,
        'A title',
        '2026-11-15T21:00:00Z',
        'zstd',
        zstdCompressSync(JSON.stringify(thread)),
      ],
    ],
  );
  const session = await readSession(file, { id: 'z1', machine });
  expect(sketch(session)).toEqual([
    'human: Read. | mentioned',
    'ai: thinking Hm.(anthropic) | call read_file {"path":"a"}',
    'tool: result read',
    'ai: Done.',
  ]);
  expect(session.problems).toEqual([
    {
      code: 'unreadable-compaction',
      place: 'threads.db:1 messages.3',
      message: 'Only the provider can read this compaction; the full history is kept.',
    },
  ]);
  expect(session).toMatchObject({ agent: 'zed', id: 'z1', title: 'A title', folder: '/x', version: '0.3.0' });
  const usages = session.log.flatMap((entry) => (entry.kind === 'content' ? [entry.usage] : []));
  expect(usages).toEqual([undefined, undefined, undefined, { input: 15, output: 2, cacheRead: 5 }]);
});

test('finds all of them where their agents keep them', async () => {
  const found = await findSessions(undefined, { machine, agents: ['goose', 'crush', 'zed'] });
  expect(found.map(({ agent, id }) => [agent, id]).sort()).toEqual([
    ['crush', 's1'],
    ['goose', 's1'],
    ['zed', 'z1'],
  ]);
});

test('a copy of a database is recognised by its tables, and a database of something else is not', async () => {
  for (const [file, agent] of [
    ['goose/sessions/sessions.db', 'goose'],
    ['.crush/crush.db', 'crush'],
    ['zed/threads/threads.db', 'zed'],
  ] as const) {
    const copy = join(folder, `${agent}.backup`);
    copyFileSync(join(folder, file), copy);
    expect(await readSession(copy, { machine })).toMatchObject({ agent });
  }
  const other = create('opencode.db', 'CREATE TABLE sessions (id TEXT)', []);
  await expect(readSession(other, { machine })).rejects.toMatchObject({ code: 'unknown-format' });
});

test('Goose: an exported session, and results of MCP servers', async () => {
  const result = (id: string, value: object): object => ({
    role: 'user',
    created: 1_794_776_677,
    content: [{ type: 'toolResponse', id, toolResult: { status: 'success', value } }],
  });
  const calls = ['t1', 't2'].map((id) => {
    return { type: 'toolRequest', id, toolCall: { status: 'success', value: { name: 'docs__get', arguments: {} } } };
  });
  const pdf = { uri: 'docs://a.pdf', mimeType: 'application/pdf', blob: 'JVBERi0=' };
  const exported = {
    id: 's2',
    working_dir: '/x',
    name: 'A title',
    message_count: 4,
    provider_name: 'anthropic',
    model_config: { model_name: 'claude-opus-4-6' },
    conversation: [
      { role: 'user', created: 1_794_776_675, content: [{ type: 'text', text: 'Get it.' }] },
      { role: 'assistant', created: 1_794_776_676, content: calls },
      result('t1', { content: [{ type: 'resource', resource: pdf }], isError: false }),
      result('t2', { content: [], structuredContent: { pages: 3 }, isError: false }),
    ],
  };
  const session = await readSession({ bytes: [Buffer.from(JSON.stringify(exported, null, 2))] });
  expect(sketch(session)).toEqual([
    'human: Get it.',
    'ai: call docs__get {} | call docs__get {}',
    'tool: result  | media',
    'tool: result {"pages":3}',
  ]);
  expect(session).toMatchObject({ agent: 'goose', id: 's2', title: 'A title', problems: [] });
  expect(session.log[1]).toMatchObject({
    place: 'input:1 conversation.1',
    content: { metadata: { provider: 'anthropic', model: 'claude-opus-4-6' } },
  });
});

test.each([
  ['before names', 'description TEXT', ['A title']],
  ['with names', 'description TEXT, name TEXT', ['', 'A title']],
])('Goose: the list has the titles of databases %s', async (_, columns, titles) => {
  const home = join(folder, columns.replaceAll(/\W/g, '-'));
  create(
    join(basename(home), '.local/share/goose/sessions/sessions.db'),
    `CREATE TABLE sessions (id TEXT, working_dir TEXT, updated_at TEXT, ${columns})`,
    [['sessions', 's1', '/x', '2026-11-15 21:00:00', ...titles]],
  );
  const found = await findSessions('/x', { machine: { platform: 'linux', home, environment: {} }, agents: ['goose'] });
  expect(found.map(({ title }) => title)).toEqual(['A title']);
});
