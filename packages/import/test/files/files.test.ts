/** Files as they are met: half written, huge, hostile, not files at all. And nothing in them is ever changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defaultLimits, findSessions, ImportError, type Machine, readSession, verifySession } from '@interlock/import';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { listDatabase, readDatabase } from '../../src/files/read-database.ts';
import { fixtures, samplesOf, sketch } from '../samples.ts';

const home = temporaryFolder('files');
const machine: Machine = { platform: 'linux', home, environment: {} };
const projects = join(home, '.claude/projects/-home-user-projects-cc');
const sample = join(fixtures, 'claude-code/one-call.jsonl');
const subagent = 'agent-adf9353c3a428f59e.jsonl';

beforeAll(() => {
  mkdirSync(join(projects, 'one-call/subagents'), { recursive: true });
  for (const file of samplesOf('claude-code')) {
    const place = file.endsWith(subagent) ? 'one-call/subagents' : '';
    copyFileSync(join(fixtures, file), join(projects, place, basename(file)));
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Everything about a folder that reading must not change; when a file was read last is not part of it. */
function stateOf(folder: string, changed: 'ctimeMs' | 'mtimeMs' = 'ctimeMs'): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const stats = lstatSync(path);
      const { mode, size, mtimeMs, ino } = stats;
      const digest = stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
      return [path, mode, size, mtimeMs, stats[changed], ino, digest].join(' ');
    });
}

test('finding, reading and verifying change nothing in the agent’s folder', async () => {
  const before = stateOf(home);
  const found = await findSessions('/home/user/projects/cc', { machine });
  const facts = found.map(({ path, folder, model, turns }) => `${basename(path)} ${folder} ${model} ${turns}`);
  expect(facts.sort()).toEqual([
    'api-error.jsonl /home/user/projects/cc claude-opus-5-5 1',
    'failed-call.jsonl /home/user/projects/cc claude-opus-5-5 1',
    'one-call.jsonl /home/user/projects/cc claude-opus-5-5 1',
    'three-calls-and-a-picture.jsonl /home/user/projects/cc claude-opus-5-5 2',
  ]);
  for (const session of found) {
    await readSession(session, { machine });
    await verifySession(session, { machine });
  }
  expect(stateOf(home)).toEqual(before);
});

test('finds sessions of other folders if no folder is given', async () => {
  expect(await findSessions('/elsewhere', { machine })).toEqual([]);
  expect(await findSessions(undefined, { machine, limit: 2 })).toHaveLength(2);
  expect(await findSessions(undefined, { machine, agents: ['codex'] })).toEqual([]);
});

test('finds the sessions of a folder that only a file next to them names', async () => {
  const other = { ...machine, home: join(home, 'cline') };
  cpSync(join(fixtures, 'cline'), join(other.home, '.cline/data/sessions'), { recursive: true });
  const folder = '/home/user/projects/cline';
  const found = await findSessions(folder, { machine: other });
  expect([found.length > 0, new Set(found.map((session) => session.folder))]).toEqual([true, new Set([folder])]);
  expect(await findSessions('/elsewhere', { machine: other })).toEqual([]);
});

test('opens files beside a session with it', async () => {
  const session = await readSession(join(projects, 'one-call.jsonl'), { machine });
  const subagents = session.subagents.map(({ id, session: own }) => [id, own?.parent]);
  expect(subagents).toEqual([['adf9353c3a428f59e', session.id]]);
});

/** Where versions of Claude Code put the files of subagents. Before 2.1.2 those of all sessions are in one folder. */
test.each([
  ['in the folder of its session', 'own/subagents/agent-a1.jsonl', ['a1']],
  ['in the folder of a workflow', 'own/subagents/workflows/w1/agent-a1.jsonl', ['a1']],
  ['next to its session', 'agent-a1.jsonl', ['a1']],
  ['of another session', 'agent-b2.jsonl', []],
])('a subagent %s', async (_, path, expected) => {
  const folder = temporaryFolder('subagents', home);
  const record = (uuid: string, parentUuid: string | null, type: string, content: JsonValue, more: JsonObject = {}) =>
    JSON.stringify({ uuid, parentUuid, isSidechain: false, sessionId: 'own', type, message: { content }, ...more });
  const lines = [
    record('1', null, 'user', 'Look around.'),
    record('2', '1', 'assistant', [{ type: 'tool_use', id: 't1', name: 'Task', input: {} }]),
    record('3', '2', 'user', [{ type: 'tool_result', tool_use_id: 't1', content: 'Seen.' }], {
      toolUseResult: { agentId: 'a1' },
    }),
  ];
  writeFileSync(join(folder, 'own.jsonl'), lines.join('\n'));
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), record('4', null, 'user', 'Look.', { isSidechain: true, agentId: 'a1' }));
  const { subagents } = await readSession(join(folder, 'own.jsonl'), { machine });
  expect(subagents.map(({ id, session }) => session && id)).toEqual(expected);
  expect(subagents.every(({ callId }) => callId !== undefined)).toBe(true);
});

/** Before 2.1.2: no result names them. Each has its session and its prompt; expected is the prompt of its call. */
test.each([
  ['with its prompt', { k1: ['own', 'Look.'] }, [['k1', 'Look.']]],
  ['whose call was closed later', { k1: ['own', 'Stop.'] }, [['k1', 'Stop.']]],
  ['of another session', { k1: ['other', 'Look.'] }, []],
  ['that no call started', { k1: ['own', 'Warmup'] }, []],
  [
    'whose prompt another has',
    { k1: ['own', 'Look.'], k2: ['own', 'Look.'] },
    [
      ['k1', undefined],
      ['k2', undefined],
    ],
  ],
  ['whose prompt two calls have', { k1: ['own', 'Twice.'] }, [['k1', undefined]]],
] as const)('a killed subagent next to its session %s', async (_, agents, expected) => {
  const folder = temporaryFolder('killed', home);
  const record = (uuid: string, type: string, content: JsonValue, more: JsonObject = {}) =>
    JSON.stringify({
      uuid,
      parentUuid: null,
      isSidechain: false,
      sessionId: 'own',
      type,
      message: { content },
      ...more,
    });
  const task = (id: string, prompt: string): JsonObject => ({ type: 'tool_use', id, name: 'Task', input: { prompt } });
  const tasks = [task('t1', 'Look.'), task('t2', 'Stop.'), task('t3', 'Twice.'), task('t4', 'Twice.')];
  const lines = [
    record('1', 'user', 'Look around.'),
    record('2', 'assistant', tasks, { parentUuid: '1' }),
    record('3', 'user', [{ type: 'tool_result', tool_use_id: 't2', content: 'Interrupted.', is_error: true }], {
      ...{ parentUuid: '2', toolUseResult: 'Error: Interrupted.' },
    }),
  ];
  writeFileSync(join(folder, 'own.jsonl'), lines.join('\n'));
  for (const [agentId, [sessionId, prompt]] of Object.entries(agents)) {
    const first = record('4', 'user', prompt, { isSidechain: true, sessionId, agentId });
    writeFileSync(join(folder, `agent-${agentId}.jsonl`), `${first}\n`);
  }
  const { log, subagents } = await readSession(join(folder, 'own.jsonl'), { machine });
  const calls = log
    .flatMap((entry) => (entry.kind === 'content' ? entry.content.blocks : []))
    .map((block) =>
      block.type === 'tool_call'
        ? ([block.id, (block.parameters as JsonObject)['prompt']] as const)
        : (['', ''] as const),
    );
  const prompts = new Map(calls);
  expect(subagents.map(({ id, callId = 'none' }) => [id, prompts.get(callId)])).toEqual(expected);
});

test('a search follows no symbolic links and skips what is not a file', async () => {
  const other = join(home, 'links/.claude/projects/x');
  mkdirSync(other, { recursive: true });
  symlinkSync(sample, join(other, 'link.jsonl'));
  symlinkSync(join(home, '.claude'), join(home, 'links/.claude/projects/loop'));
  execFileSync('mkfifo', [join(other, 'pipe.jsonl')]);
  expect(await findSessions(undefined, { machine: { ...machine, home: join(home, 'links') } })).toEqual([]);
  // A path that a user names may be a link, but not a pipe: no one would ever write to it.
  expect((await readSession(join(other, 'link.jsonl'))).agent).toBe('claude-code');
  await expect(readSession(join(other, 'pipe.jsonl'))).rejects.toThrow(ImportError);
});

test.each([
  ['a missing file', join(home, 'nothing.jsonl'), 'not-readable'],
  ['a folder', home, 'not-readable'],
  ['lines of something else', join(home, 'other.jsonl'), 'unknown-format'],
])('%s is an error with a code', async (_, path, code) => {
  writeFileSync(join(home, 'other.jsonl'), '{"a":1}\n');
  await expect(readSession(path)).rejects.toMatchObject({ name: 'ImportError', code });
});

test('an unknown agent is an error', async () => {
  await expect(readSession(sample, { agent: 'eliza' })).rejects.toMatchObject({ code: 'unknown-agent' });
});

const opencodeExport = join(fixtures, 'opencode/two-calls.json');

/** Files as other programs leave them on the way here. */
test.each([
  ['lines with a mark at the beginning', sample, (text: string) => Buffer.from(`\ufeff${text}`)],
  ['lines that end as on Windows', sample, (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['lines in UTF-16', sample, (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  [
    'lines in UTF-16 with the high byte first',
    sample,
    (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  ],
  ['formatted lines', sample, (text: string) => Buffer.from(text.trim().split('\n').map(formatted).join('\n'))],
  ['a formatted document', opencodeExport, (text: string) => Buffer.from(formatted(text))],
  ['a document in UTF-16', opencodeExport, (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  [
    'a document after a message of its program',
    opencodeExport,
    (text: string) => Buffer.from(`Exporting session: ses_1\r\n${formatted(text)}\n`),
    'The document begins after a line that is not JSON: Exporting session: ses_1',
  ],
  [
    'a document after messages of plugins',
    opencodeExport,
    (text: string) => Buffer.from(`[plugin] 5 tools\n[plugin] ready\n${formatted(text)}\n`),
    'The document begins after 2 lines that are not JSON: [plugin] 5 tools',
  ],
  [
    'a document of one line after a message of its program',
    opencodeExport,
    (text: string) => Buffer.from(`Exporting session: ses_1\n${JSON.stringify(JSON.parse(text))}\n`),
    'The line is not a JSON object.',
  ],
])('reads %s', async (_, file, changed, ...reported: readonly string[]) => {
  const name = basename(file);
  const path = join(home, `changed-${name}`);
  const bytes = changed(readFileSync(file, 'utf8'));
  writeFileSync(path, bytes);
  const expected = await readSession(file);
  for (const session of [await readSession(path), await readSession({ bytes: [bytes], name })]) {
    expect(sketch(session)).toEqual(sketch(expected));
    expect(session.problems.map(({ message }) => message)).toEqual(reported);
  }
});

function formatted(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}

test('reads a document without its end up to the last complete part', async () => {
  const call = (id: string): object => ({ id: `prt_${id}`, type: 'text', text: id });
  const messages = ['a', 'b', 'c'].map((id) => ({ info: { id: `msg_${id}`, role: 'user' }, parts: [call(id)] }));
  const whole = JSON.stringify({ info: { id: 'ses_1' }, messages });
  for (const [cut, expected] of [
    ['"type":"text","text":"c', ['human: a', 'human: b']],
    ['}]}]}', ['human: a', 'human: b', 'human: c']],
  ] as const) {
    const start = whole.slice(0, whole.lastIndexOf(cut) + 1);
    const session = await readSession({ bytes: [Buffer.from(start)], name: 'cut.json' });
    expect(sketch(session)).toEqual(expected);
    expect(session.problems.map(({ code }) => code)).toEqual(['not-json']);
    const captured = await readSession({ bytes: [Buffer.from(`Exporting.\n${start}`)], name: 'cut.json' });
    expect([sketch(captured), captured.problems.length]).toEqual([expected, 2]);
  }
});

test('skips a line that is too long, with its place, and reads the rest', async () => {
  const lines = readFileSync(sample, 'utf8').split('\n');
  const long = JSON.stringify({ type: 'user', uuid: 'long', text: 'x'.repeat(20_000) });
  const bytes = [Buffer.from([...lines.slice(0, 3), long, ...lines.slice(3)].join('\n'))];
  const limits = { ...defaultLimits, lineBytes: 10_000 };
  const session = await readSession({ bytes, name: 'long' }, { limits, agent: 'claude-code' });
  expect(session.problems.map(({ code, place }) => [code, place])).toEqual([['line-too-long', 'long:4']]);
  expect(sketch(session)).toHaveLength(4);
});

test('reports the files beside a session that exceed the limit', async () => {
  const limits = { ...defaultLimits, besideFiles: 0 };
  const session = await readSession(join(projects, 'one-call.jsonl'), { limits, agent: 'claude-code' });
  expect(session.problems).toMatchObject([{ code: 'too-many-files', place: 'one-call.jsonl' }]);
});

test('does not read a large file beyond its limit', async () => {
  const limits = { ...defaultLimits, fileBytes: 12_000 };
  const session = await readSession(sample, { limits, agent: 'claude-code' });
  expect(session.problems.map(({ code }) => code)).toEqual(['file-too-large']);
});

test('reads a file that is being written up to its last complete line', async () => {
  const whole = readFileSync(sample);
  const session = await readSession({ bytes: [whole.subarray(0, whole.length - 20)], name: 'open' });
  expect(session.problems.map(({ code }) => code)).toEqual(['torn-line']);
  expect(sketch(session)).toHaveLength(4);
});

/** The files that SQLite keeps beside a database while it is written: a log, and its index, shared by all who have it open. */
test.each([
  ['without a WAL', ['agent.db']],
  ['with only a WAL', ['agent.db', 'agent.db-wal']],
  ['with a WAL and its index', ['agent.db', 'agent.db-shm', 'agent.db-wal']],
  ['with the journal of a killed writer', ['agent.db', 'agent.db-journal']],
])('reads a database %s without changing it', async (_, files) => {
  const folder = temporaryFolder('db');
  const writer = new DatabaseSync(join(folder, 'agent.db'));
  if (files.includes('agent.db-wal')) writer.exec('PRAGMA journal_mode = WAL');
  writer.exec(
    'CREATE TABLE session (id TEXT, title TEXT); CREATE TABLE message (session TEXT, size INTEGER, token INTEGER, raw BLOB)',
  );
  writer.exec("INSERT INTO session VALUES ('s1', 'One')");
  writer.exec("INSERT INTO message VALUES ('s1', 5, 9007199254740993, x'0102'), ('s2', 6, 7, zeroblob(100000))");
  // Without a cache, changes are in the file before they are complete.
  if (files.includes('agent.db-journal'))
    writer.exec(
      "PRAGMA cache_size = 1; BEGIN; UPDATE session SET title = 'Two'; UPDATE message SET size = 0, raw = x'00'",
    );
  const place = join(folder, 'copy');
  mkdirSync(place);
  for (const name of files) copyFileSync(join(folder, name), join(place, name));
  writer.close();
  // The index is memory that readers share: they leave marks in it. Run by root, SQLite sets the owner of the log to what it is.
  const state = (): readonly string[] => stateOf(place, 'mtimeMs').filter((entry) => !entry.includes('-shm'));
  const before = state();
  const form = {
    sessions: 'SELECT id, title FROM session',
    rows: [{ table: 'message', query: 'SELECT * FROM message WHERE session = :id' }],
  };
  expect(await listDatabase(join(place, 'agent.db'), form)).toEqual([{ id: 's1', title: 'One' }]);
  const { records } = await readDatabase(join(place, 'agent.db'), form, 's1');
  const value = { session: 's1', size: 5, token: '9007199254740993', raw: 'AQI=', table: 'message' };
  expect(records).toEqual([{ at: 1, value }]);
  expect(state()).toEqual(before);
  expect(readdirSync(place).sort()).toEqual(files);
  rmSync(folder, { recursive: true });
});
