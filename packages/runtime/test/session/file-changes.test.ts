/** Restoring files that tools and commands have changed, also after a crash and in copies. A restore can be undone. */
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterEach, describe, expect, test } from 'vitest';
import {
  builtInTools,
  codingAgent,
  createMemoryStore,
  type RouteTarget,
  resumeSession,
  type Session,
  type SessionOptions,
} from '../../src/index.ts';
import { type Agents, endOf, openAgents, play, recordsOf } from '../agents.ts';

const model = script([
  { when: { of: 'task' }, say: 'It is done.' },
  { when: { user: '^delegate' }, call: [{ tool: 'task', args: { description: 'writing', prompt: 'write it' } }] },
  { when: { of: 'write_file' }, say: 'Written.' },
  { when: { of: 'edit_file' }, say: 'Edited.' },
  { when: { of: 'run_command' }, say: 'Run.' },
  { when: { user: '^write (.*)' }, call: [{ tool: 'write_file', args: { path: 'a.txt', content: 'written\n' } }] },
  { when: { user: '^new' }, call: [{ tool: 'write_file', args: { path: 'deep/new.txt', content: 'new\n' } }] },
  {
    when: { user: '^edit' },
    call: [{ tool: 'edit_file', args: { path: 'a.txt', old_text: 'written', new_text: 'edited' } }],
  },
  { when: { user: '^look and write' }, call: [{ tool: 'run_command', args: { command: 'cat a.txt | tee b.txt' } }] },
  { when: { user: '^look' }, call: [{ tool: 'run_command', args: { command: 'cat a.txt && ls -l' } }] },
  {
    when: { user: '^run' },
    call: [
      {
        tool: 'run_command',
        args: { command: 'echo run > a.txt; rm b.txt; echo made > made.txt; echo x > skipped/x' },
      },
    ],
  },
]);

let agents: Agents | undefined;
let last: Session | undefined;
afterEach(async () => {
  await last?.close();
  await agents?.close();
  [agents, last] = [undefined, undefined];
});

async function open(more: Partial<SessionOptions> = {}, target: Partial<RouteTarget> = {}) {
  const keys = more.environment?.['MY_KEY'];
  const opened = await openAgents({
    model,
    only: ['anthropic', 'gemini'],
    ...(keys === undefined ? {} : { keys: { [keys]: 'main' } }),
  });
  agents = opened;
  const store = createMemoryStore();
  const options: SessionOptions = {
    ...{
      route: opened.target('anthropic', target),
      store,
      tools: builtInTools(),
      mode: 'accept-edits',
      keepsFiles: true,
    },
    rules: [{ verdict: 'allow', tool: 'run_command' }],
    ...more,
  };
  const put = (name: string, text: string): Promise<void> => writeFile(join(opened.workspace, name), text);
  const text = (name: string): Promise<string | undefined> =>
    readFile(join(opened.workspace, name), 'utf8').catch(() => undefined);
  await put('a.txt', 'first\n');
  await put('b.txt', 'second\n');
  await mkdir(join(opened.workspace, 'skipped'));
  await put('.gitignore', 'skipped/\n');
  const session = await opened.open(options);
  const say = async (words: string, to: Session = session): Promise<void> =>
    expect(endOf(await play(to, words)).outcome).toBe('done');
  return { agents: opened, session, say, put, text, store, options };
}

const kinds = ({ changes }: { readonly changes: readonly { readonly path: string; readonly kind: string }[] }) =>
  changes.map(({ path, kind }) => `${kind} ${path}`);

test('restores what tools wrote turn by turn, across a switch, after showing what would change', async () => {
  const { session, say, text, agents } = await open();
  await say('write it');
  session.switchTo(agents.target('gemini'));
  await say('edit it');
  await say('new file');
  expect(kinds(await session.fileChanges())).toEqual(['changed a.txt', 'created deep/new.txt']);
  const planned = await session.fileChanges({ turns: 1 });
  expect(planned).toEqual({
    changes: [
      { path: 'a.txt', kind: 'changed', diff: '--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-written\n+edited' },
      { path: 'deep/new.txt', kind: 'created', diff: '--- deep/new.txt\n+++ deep/new.txt\n@@ -0,0 +1,1 @@\n+new' },
    ],
    uncovered: [],
    notes: [],
  });
  expect(await text('a.txt')).toBe('edited\n');
  expect(await session.restoreFiles({ turns: 1 })).toEqual({ ...planned, failed: [] });
  expect([await text('a.txt'), await text('deep/new.txt')]).toEqual(['written\n', undefined]);
  expect((await session.restoreFiles({ undo: true })).failed).toEqual([]);
  expect([await text('a.txt'), await text('deep/new.txt')]).toEqual(['edited\n', 'new\n']);
  await session.restoreFiles({ undo: true });
  await session.restoreFiles({ turns: 0 });
  expect([await text('a.txt'), await text('deep/new.txt')]).toEqual(['first\n', undefined]);
});

test('copies hold neither keys of the session nor files that a rule hides', async () => {
  const key = 'a-very-secret-key-0123456789';
  const { session, put, say, store, text } = await open(
    {
      rules: [
        { verdict: 'allow', tool: 'run_command' },
        { verdict: 'deny', tool: 'kind:read', pattern: '**/*.pem' },
        { verdict: 'deny', tool: 'read_file', pattern: 'hidden/**' },
      ],
      environment: { PATH: process.env['PATH'], MY_KEY: key },
    },
    { credentials: [{ env: 'MY_KEY' }] },
  );
  const copies: string[] = [];
  const { sideFiles } = store;
  const keep = sideFiles.keep.bind(sideFiles);
  sideFiles.keep = (id, name, data, options) => {
    copies.push(Buffer.from(data).toString());
    return keep(id, name, data, options);
  };
  await put('server.pem', 'the private part of a key pair');
  await put('.env', `KEY=${key}\n`);
  await put('basic.txt', Buffer.from(`user:${key}`).toString('base64'));
  await say('run it');
  const kept = JSON.stringify(await recordsOf(store, session.id)) + copies.join('\n');
  expect(kept).toContain('first');
  for (const secret of ['private part', key, Buffer.from(key).toString('base64').slice(2, 20)]) {
    expect(kept).not.toContain(secret);
  }
  // What was not touched is no change, and the rest is restored.
  expect((await session.fileChanges()).uncovered).toEqual([]);
  await put('.env', 'changed');
  expect((await session.fileChanges()).uncovered).toEqual([{ path: '.env', why: 'it contains a key of this session' }]);
  await session.restoreFiles({ turns: 0 });
  expect([await text('a.txt'), await text('.env')]).toEqual(['first\n', 'changed']);
});

test('restores what a command changed, except what .gitignore excludes', async () => {
  const { session, say, text } = await open();
  await say('run it');
  expect(kinds(await session.fileChanges())).toEqual(['changed a.txt', 'deleted b.txt', 'created made.txt']);
  await session.restoreFiles({ turns: 0 });
  expect(await Promise.all(['a.txt', 'b.txt', 'made.txt', 'skipped/x'].map(text))).toEqual([
    ...['first\n', 'second\n', undefined, 'x\n'],
  ]);
  await session.restoreFiles({ undo: true });
  expect(await Promise.all(['a.txt', 'b.txt', 'made.txt'].map(text))).toEqual(['run\n', undefined, 'made\n']);
});

test('after a crash, and in a copy of the session whose own store has none of it', async () => {
  const { session, say, text, store, options } = await open();
  await say('write it');
  await say('edit it');
  const copy = await session.fork({ turns: 1 });
  expect(kinds(await copy.fileChanges({ turns: 1 }))).toEqual(['changed a.txt']);
  await say('new file', copy);
  await copy.restoreFiles({ turns: 1 });
  expect([await text('a.txt'), await text('deep/new.txt')]).toEqual(['written\n', undefined]);
  await copy.close();
  await session.close();
  last = await resumeSession(codingAgent({ ...options, id: session.id, environment: {} }));
  await last.restoreFiles({ turns: 0 });
  expect(await text('a.txt')).toBe('first\n');
  await store.close();
});

test('restores what a subagent changed with the session that started it', async () => {
  const { session, say, text } = await open({ subagents: {} });
  await say('delegate');
  expect(await text('a.txt')).toBe('written\n');
  expect(kinds(await session.fileChanges())).toEqual(['changed a.txt']);
  await session.restoreFiles({ turns: 0 });
  expect(await text('a.txt')).toBe('first\n');
});

test('is recorded before the call starts, without file contents', async () => {
  const { session, say, store } = await open();
  await say('write it');
  const records = await recordsOf(store, session.id);
  const at = records.findIndex(({ kind }) => kind === 'files-kept');
  expect(records[at]).toEqual({
    kind: 'files-kept',
    by: 'call',
    turnId: 'turn-1',
    files: [
      {
        path: expect.stringMatching(/\/a\.txt$/),
        state: { blob: expect.stringMatching(/^[0-9a-f]{64}$/), mode: expect.any(Number) },
      },
    ],
  });
  expect(records[at + 1]?.kind).toBe('call-start');
});

test('does not scan all files before a read-only command', async () => {
  // Programs are trusted by name only if it is known where they are found.
  const { session, say, store } = await open({ environment: { PATH: process.env['PATH'] } });
  await say('look');
  await say('look and write');
  const kept = (await recordsOf(store, session.id)).filter(({ kind }) => kind === 'files-kept');
  expect(kept.map((record) => 'turnId' in record && record.turnId)).toEqual(['turn-2']);
});

describe('what cannot be restored', () => {
  test('names a file that is too large or not regular', async () => {
    const { session, say, agents } = await open();
    await writeFile(join(agents.workspace, 'large.bin'), Buffer.alloc(5_000_000));
    await symlink('a.txt', join(agents.workspace, 'link'));
    await say('run it');
    expect((await session.fileChanges()).uncovered).toEqual([]);
    await writeFile(join(agents.workspace, 'large.bin'), 'small now');
    expect((await session.fileChanges()).uncovered).toEqual([{ path: 'large.bin', why: 'it is too large' }]);
  });

  test('does not follow a folder that became a link', async () => {
    const { session, say, agents, text } = await open();
    await say('new file');
    const outside = join(agents.workspace, '..', `outside-${session.id}`);
    await mkdir(outside);
    await writeFile(join(outside, 'new.txt'), 'theirs');
    await rm(join(agents.workspace, 'deep'), { recursive: true });
    await symlink(outside, join(agents.workspace, 'deep'));
    const { failed } = await session.restoreFiles({ turns: 0 });
    expect([failed.length, await text('deep/new.txt')]).toEqual([1, 'theirs']);
    await rm(outside, { recursive: true });
  });

  test('restores permissions with the content', async () => {
    const { session, say, agents } = await open();
    const path = join(agents.workspace, 'a.txt');
    await chmod(path, 0o755);
    await say('run it');
    await rm(path);
    await session.restoreFiles({ turns: 0 });
    expect((await stat(path)).mode & 0o777).toBe(0o755);
  });

  test('without keepsFiles nothing is kept, and it says so', async () => {
    const { session, say } = await open({ keepsFiles: false });
    await say('write it');
    expect((await session.fileChanges()).notes).toEqual([expect.stringContaining('does not save')]);
  });
});
