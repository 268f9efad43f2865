/** Records that are not in the samples: forks, kills, notes in the user's name, attachments, subagents. */
import { type AgentRecords, type ImportedSession, readerNamed, readSession } from '@interlock/import';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { sketch } from '../../samples.ts';

type Fields = JsonObject;

const record = (type: string, uuid: string, parentUuid: string | null, rest: Fields): Fields => ({
  type,
  uuid,
  parentUuid,
  isSidechain: false,
  sessionId: 's',
  version: '2.1.42',
  cwd: '/project',
  ...rest,
});
const user = (uuid: string, parent: string | null, content: JsonValue, rest: Fields = {}): Fields =>
  record('user', uuid, parent, { message: { role: 'user', content }, ...rest });
const answer = (uuid: string, parent: string | null, id: string, block: Fields, rest: Fields = {}): Fields =>
  record('assistant', uuid, parent, {
    message: { id, role: 'assistant', model: 'claude-opus-4-8', content: [block] },
    ...rest,
  });
const text = (said: string): Fields => ({ type: 'text', text: said });
const call = (id: string, input: Fields = {}): Fields => ({ type: 'tool_use', id, name: 'Bash', input });
const result = (id: string, content: JsonValue, rest: Fields = {}): Fields => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...rest,
});

async function read(records: readonly Fields[], branch?: string): Promise<ImportedSession> {
  const bytes = [Buffer.from(records.map((each) => JSON.stringify(each)).join('\n'))];
  return readSession({ bytes, name: 's.jsonl' }, branch === undefined ? {} : { branch });
}

test('results are children of their calls, and the next answer of one of them', async () => {
  const session = await read([
    user('1', null, 'go'),
    answer('2', '1', 'm1', call('a')),
    answer('3', '2', 'm1', call('b')),
    answer('4', '3', 'm1', call('c')),
    user('5', '4', [result('c', 'C')]),
    user('6', '2', [result('a', 'A')]),
    user('7', '3', [result('b', 'B')]),
    answer('8', '6', 'm2', text('done')),
  ]);
  expect(sketch(session)).toEqual([
    'human: go',
    'ai: call Bash {} | call Bash {} | call Bash {}',
    'tool: result C',
    'tool: result A',
    'tool: result B',
    'ai: done',
  ]);
  expect(session.branches).toEqual([]);
});

test('a rewind leaves a readable branch', async () => {
  const records = [
    user('1', null, 'one'),
    answer('2', '1', 'm1', text('first')),
    user('3', '2', 'two'),
    answer('4', '3', 'm2', text('second')),
    user('5', '2', 'three'),
    answer('6', '5', 'm3', text('third')),
  ];
  const session = await read(records);
  expect(sketch(session)).toEqual(['human: one', 'ai: first', 'human: three', 'ai: third']);
  expect(session.branches).toEqual([{ id: '4', title: 'second', records: 2 }]);
  expect(sketch(await read(records, '4'))).toEqual(['human: one', 'ai: first', 'human: two', 'ai: second']);
  expect((await read(records, 'none')).problems.map(({ code }) => code)).toEqual(['missing-branch']);
});

test('uses the previous record if a parent is missing', async () => {
  const session = await read([user('1', null, 'one'), answer('2', '1', 'm1', text('first')), user('3', 'gone', 'two')]);
  expect(sketch(session)).toEqual(['human: one', 'ai: first', 'human: two']);
  expect(session.problems).toEqual([
    { code: 'missing-parent', place: 's.jsonl:3', message: 'The record before this one is not in the file.' },
  ]);
});

test('after a kill and a resume: keeps the finished result, not the invented one', async () => {
  const session = await read([
    user('1', null, 'go'),
    answer('2', '1', 'm1', call('a')),
    answer('3', '2', 'm1', call('b')),
    user('4', '2', [result('a', 'A')]),
    user('5', '4', [result('b', '[Tool call interrupted: the session ended before …]', { is_error: true })]),
    answer('6', '5', 'x', text('No response requested.'), {
      message: { model: '<synthetic>', content: [text('No response requested.')] },
    }),
    user('7', '6', 'go on'),
  ]);
  expect(sketch(session)).toEqual([
    'human: go',
    'ai: call Bash {} | call Bash {}',
    'tool: result A',
    'tool: closed interrupted',
    'human: go on',
  ]);
  expect(session.leftOut).toEqual({ 'results made up by the program': 1, 'answers made up by the program': 1 });
});

test('drops notes written as the user, but not the prompt after a user’s command', async () => {
  const session = await read([
    user('1', null, '<local-command-caveat>Caveat: …</local-command-caveat>', { isMeta: true }),
    user('2', '1', '<command-name>/model</command-name>'),
    user('3', '2', '<local-command-stdout>Set model</local-command-stdout>'),
    user('4', '3', '<command-message>review</command-message>\n<command-name>/review</command-name>'),
    user('5', '4', 'Review pull request 12.', { isMeta: true }),
    user('6', '5', [text('<system-reminder>\nBe nice.\n</system-reminder>'), text('And this.')]),
    user('7', '6', [text('[Request interrupted by user]')]),
  ]);
  expect(sketch(session)).toEqual(['human: Review pull request 12.', 'human: And this.']);
  expect(session.leftOut).toEqual({ 'hidden messages': 1, 'local commands': 3, reminders: 1, 'interruption notes': 1 });
});

test('imports queued messages and files the user named', async () => {
  const file = { type: 'text', file: { filePath: '/project/a.ts', content: 'let a;' } };
  const image = { type: 'image', file: { base64: 'iVBORw0KGgo=', type: 'image/png' } };
  const attachment = (uuid: string, parent: string, value: Fields): Fields =>
    record('attachment', uuid, parent, { attachment: value });
  const session = await read([
    user('1', null, 'look'),
    attachment('2', '1', { type: 'file', filename: '/project/a.ts', content: file }),
    attachment('3', '2', { type: 'file', filename: '/project/p.png', content: image }),
    attachment('4', '3', { type: 'todo_reminder', content: [] }),
    attachment('5', '4', { type: 'queued_command', prompt: 'and hurry' }),
  ]);
  expect(session.log.map((entry) => (entry.kind === 'content' ? entry.content.blocks : []))).toEqual([
    [{ type: 'text', text: 'look' }],
    [{ type: 'media', mimeType: 'text/plain', data: 'let a;', encoding: 'text', filename: '/project/a.ts' }],
    [{ type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64', filename: '/project/p.png' }],
    [{ type: 'text', text: 'and hurry' }],
  ]);
});

test('a compaction keeps what its boundary names, with its results', async () => {
  const session = await read([
    user('1', null, 'one'),
    answer('2', '1', 'm1', text('first')),
    user('3', '2', 'two'),
    answer('4', '3', 'm2', call('a')),
    user('5', '4', [result('a', 'A')]),
    record('system', '6', null, {
      subtype: 'compact_boundary',
      logicalParentUuid: '5',
      compactMetadata: { preservedMessages: { uuids: ['3', '4'] } },
    }),
    user('7', '6', 'Summary.', { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
    answer('8', '7', 'm3', text('second')),
  ]);
  expect(sketch(session)).toEqual([
    'human: Summary.',
    'human: two',
    'ai: call Bash {}',
    'tool: result A',
    'ai: second',
  ]);
  expect(session.log.map(({ kind }) => kind)).toEqual([...Array(5).fill('content'), 'compaction', 'content']);
});

test('subagents in the same file and in separate files are sessions, linked to their calls', async () => {
  const side = { isSidechain: true };
  const old = [
    user('1', null, 'go'),
    answer('2', '1', 'm1', call('t1', { prompt: 'Look around.' })),
    user('a', null, 'Look around.', side),
    answer('b', 'a', 'm9', text('Seen.'), side),
    user('3', '2', [result('t1', 'Seen.')]),
  ];
  const session = await read(old);
  expect(sketch(session)).toEqual(['human: go', 'ai: call Bash {"prompt":"Look around."}', 'tool: result Seen.']);
  const id = session.log.flatMap((entry) =>
    entry.kind === 'content'
      ? entry.content.blocks.flatMap((block) => (block.type === 'tool_call' ? block.id : []))
      : [],
  )[0];
  expect(
    session.subagents.map(({ id, callId, session: own }) => [id, callId, own?.parent, own && sketch(own)]),
  ).toEqual([['a', id, 's', ['human: Look around.', 'ai: Seen.']]]);

  const source = (name: string, lines: readonly JsonObject[], beside: readonly AgentRecords[] = []): AgentRecords => ({
    name,
    records: lines.map((value, index) => ({ at: index + 1, value })),
    problems: [],
    beside: new Map(beside.map((each) => [`s/subagents/${each.name}`, each])),
    related: new Map(),
  });
  const task = source(
    'agent-x.jsonl',
    old.slice(2, 4).map((each) => ({ ...each, agentId: 'x' })),
  );
  const meta = source('agent-x.meta.json', [{ toolUseId: 't1' }]);
  const own = readerNamed('claude-code')?.read(source('s.jsonl', [...old.slice(0, 2), ...old.slice(4)], [task, meta]));
  expect(own?.subagents.map((each) => [each.id, each.callId])).toEqual([['x', id]]);
});

test('reports unknown records with their place, once per kind', async () => {
  const session = await read([
    user('1', null, 'go', { version: '3.0.0' }),
    { type: 'new-kind', sessionId: 's' },
    { type: 'new-kind', sessionId: 's' },
    answer('2', '1', 'm1', { type: 'hologram', data: 'x' }),
  ]);
  expect(session.problems).toEqual([
    { code: 'unreadable-part', place: 's.jsonl:4', message: 'A block of type "hologram" cannot be read.' },
    {
      code: 'unknown-record',
      place: 's.jsonl:2',
      message: 'Unknown record: type "new-kind". There are 2; this is the first.',
    },
  ]);
});
