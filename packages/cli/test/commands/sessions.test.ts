/** `interlock sessions` on real files. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codingAgent, createSession } from '@interlock/runtime';
import { script } from '@interlock/simulators';
import { checkContents } from '@interlock/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventContext, type Outcome, runCli } from '../run-cli.ts';
import { type KeptSessions, keepSessions } from './kept-sessions.ts';

const nasty = 'rm\u001b[2J \u202eevil';
const model = script([
  { when: { of: 'write_file' }, say: 'Saved.' },
  { when: { user: 'save' }, call: [{ tool: 'write_file', args: { path: 'kept.txt', content: 'saved\n' } }] },
  { when: { of: 'read_file' }, say: 'It says:\n```\n{{results}}\n```' },
  { when: { user: 'read' }, think: 'I read it.', call: [{ tool: 'read_file', args: { path: 'a.txt' } }] },
  { when: { user: 'nasty' }, say: nasty },
  { when: { user: 'hello' }, say: 'Hello to you.' },
]);

let kept: KeptSessions;
beforeAll(async () => {
  kept = await keepSessions(model);
  await writeFile(join(kept.workspace, 'a.txt'), Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n'));
  await kept.talk(['hello there', 'please read it'], { id: 'aaaa1111-one' });
  await kept.talk([`be ${'nasty '.repeat(3)}`], { id: 'aaaa2222-two' });
  await mkdir(join(kept.home, 'other'));
  await kept.talk(['hello from elsewhere'], {
    id: 'bbbb3333-three',
    workspace: join(kept.home, 'other'),
    title: 'Elsewhere',
  });
  await kept.talk(['hello'], { id: 'cccc4444-empty' });
});
afterAll(() => kept.close());

function sessions(args: readonly string[], more: EventContext = {}): Promise<Outcome> {
  return runCli(['sessions', ...args, '--cwd', kept.workspace], { env: kept.env, ...more });
}

describe('list', () => {
  test('those of the folder, latest first', async () => {
    const { code, stdout, stderr } = await sessions(['list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'when')).toBe(
      'cccc4444  when  1 turn   hello\n' +
        'aaaa2222  when  1 turn   be nasty nasty nasty\n' +
        'aaaa1111  when  2 turns  hello there\n',
    );
  });

  test('those of all folders, with their folder, and as JSON', async () => {
    const { stdout } = await sessions(['list', '--all']);
    expect(stdout).toMatch(/bbbb3333 {2}.* {2}1 turn {3}\S.*\/other {4,}Elsewhere\n/);
    const listed = JSON.parse((await sessions(['list', '--all', '--json'])).stdout);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([
      ...['cccc4444-empty', 'bbbb3333-three', 'aaaa2222-two', 'aaaa1111-one'],
    ]);
    expect(listed[1]).toEqual({
      id: 'bbbb3333-three',
      title: 'Elsewhere',
      turns: 1,
      workspace: join(kept.home, 'other'),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('a limit says how many more there are', async () => {
    expect((await sessions(['list', '--limit', '1'])).stdout).toMatch(/^cccc4444.*\n… and 2 more: --limit 3\n$/);
  });

  test('a folder without sessions', async () => {
    const { code, stdout } = await runCli(['sessions', 'list', '--cwd', kept.home], { env: kept.env });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'This folder has no sessions yet. --all lists those of all folders, --offline those of interlock --offline.\n',
    });
  });
});

describe('search', () => {
  test('finds messages from anyone, in any case and order, but not tool results', async () => {
    const { code, stdout } = await sessions(['search', 'TO', 'hello']);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'when')).toBe(
      'cccc4444  when  hello\n    anthropic/claude-opus-4-8: Hello to you.\n' +
        'aaaa1111  when  hello there\n    anthropic/claude-opus-4-8: Hello to you.\n',
    );
    expect(JSON.parse((await sessions(['search', 'there', '--json'])).stdout)).toMatchObject([
      { id: 'aaaa1111-one', hits: [{ speaker: 'You', text: 'hello there' }] },
    ]);
    expect((await sessions(['search', '--all', 'elsewhere'])).stdout).toContain('You: hello from elsewhere');
    expect((await sessions(['search', '"path"'])).stdout).not.toContain('aaaa1111');
  });

  test('nothing found is exit code 1', async () => {
    expect(await sessions(['search', 'elsewhere'])).toEqual({
      code: 1,
      stdout: 'Nothing was found. --all searches the sessions of all folders.\n',
      stderr: '',
    });
  });

  test('prints no control sequences', async () => {
    expect((await sessions(['search', 'evil'])).stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  });
});

test('-r alone needs a terminal; elsewhere it needs an id', async () => {
  const { code, stderr } = await runCli(['--cwd', kept.workspace, '-p', 'x', '-r'], { env: kept.env, stdin: '' });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('--resume without an id needs a terminal'),
  });
});

describe('ids', () => {
  test.each([
    ['nobody', 'There is no session nobody.'],
    ['aaaa', 'aaaa matches 2 sessions. Type more of the id:\n  aaaa2222-two\n  aaaa1111-one'],
    ['', 'There is no session .'],
    ['../../etc/passwd', 'There is no session ../../etc/passwd.'],
  ])('%j does not identify a single session', async (start, message) => {
    const { code, stdout, stderr } = await sessions(['show', start]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`interlock: ${message}\n`);
  });
});

test('show: a readable transcript with long results truncated', async () => {
  const { code, stdout } = await sessions(['show', 'aaaa1']);
  expect(code).toBe(0);
  const [, , , sofar, ...rest] = stdout.split('\n');
  expect(sofar).toMatch(/^usage {3}2 turns, \d+ tokens in, \d+ out$/);
  expect(rest.join('\n')).toMatch(
    /^\nYou\nhello there\n\nanthropic\/claude-opus-4-8\nHello to you\.\n\nYou\nplease read it\n\nanthropic\/claude-opus-4-8\n/,
  );
  expect(stdout).toMatch(/\n {2}> read_file a\.txt\n\n {2}< .*\n/);
  expect(stdout).toMatch(/\n {4}… \d+ more lines \(--full\)\n/);
  expect((await sessions(['show', 'aaaa1', '--full'])).stdout).not.toContain('more lines');
});

test('show: where the requests went; --full: each of them, --json: everything recorded about them', async () => {
  const [total, each, json] = await Promise.all(
    [[], ['--full'], ['--json']].map(async (flags) => (await sessions(['show', 'aaaa1', ...flags])).stdout),
  );
  expect(total).toMatch(/\n\nRequests: 3 to anthropic\/claude-opus-4-8\.\n$/);
  const lines = each?.split('\n').slice(-4, -1);
  expect(lines?.map((line) => line.replace(/^( {2}\d\. )[\d: -]{18}(.*) · answered .*$/, '$1$2'))).toEqual([
    '  1. turn-1, request 1 · anthropic/claude-opus-4-8 (key:1)',
    '  2. turn-2, request 1 · anthropic/claude-opus-4-8 (key:1)',
    '  3. turn-2, request 2 · anthropic/claude-opus-4-8 (key:1)',
  ]);
  expect(JSON.parse(json ?? '').requests).toMatchObject([
    { number: 1, turnId: 'turn-1', step: 1, provider: 'anthropic', form: 'whole', outcome: 'answered' },
    { number: 2, turnId: 'turn-2', step: 1 },
    { number: 3, turnId: 'turn-2', step: 2 },
  ]);
});

test('show: uses the name that the user gave the model', async () => {
  const id = await kept.talk(['hello'], { id: 'eeee6666-own', route: kept.target({ name: 'work/claude' }) });
  expect((await sessions(['show', id])).stdout).toContain('\n\nwork/claude\nHello to you.\n');
  expect((await sessions(['export', id])).stdout).toContain('work/claude');
  expect((await sessions(['delete', id, '--yes'])).code).toBe(0);
});

test('list: a copy of a compacted session has its title, never the summary', async () => {
  const store = kept.store();
  const route = kept.target();
  const session = await createSession(
    codingAgent({ store, route, workspace: kept.workspace, environment: {}, compaction: { keepTokens: 100 } }),
  );
  for (const word of ['first', 'second', 'third'])
    await session.send(`hello ${word} ${'and so on '.repeat(400)}`).ended;
  expect((await session.compact()).outcome).toBe('compacted');
  const copy = await session.fork();
  const copyOfCopy = await copy.fork();
  for (const each of [copyOfCopy, copy, session]) await each.close();
  const titles = async (): Promise<readonly string[]> =>
    JSON.parse((await sessions(['list', '--json'])).stdout)
      .filter(({ id }: { id: string }) => [copy.id, copyOfCopy.id].includes(id))
      .map(({ title }: { title: string }) => title.slice(0, 11));
  expect(await titles()).toEqual(['hello first', 'hello first']);
  await store.delete(session.id);
  expect((await titles()).filter((title) => title.startsWith('[Summary'))).toEqual([]);
  for (const { id } of [copy, copyOfCopy]) await store.delete(id);
  await store.close();
});

test('show: includes unsent messages', async () => {
  const store = kept.store();
  const id = 'dddd5555-left';
  const log = await store.create({ version: 1, id, workspace: kept.workspace, createdAt: 0, spawnDepth: 0 });
  await log.append({ kind: 'text-queued', number: 1, text: 'and\u001b[2J then' }, true);
  await log.close();
  const { stdout } = await sessions(['show', 'dddd5']);
  expect(stdout.split('\n')[4]).toBe('not yet sent: and [2J then');
  expect(JSON.parse((await sessions(['show', 'dddd5', '--json'])).stdout)).toMatchObject({
    queued: ['and\u001b[2J then'],
    turns: 0,
  });
  await store.delete(id);
  await store.close();
});

test('show: prints no control sequences, piped or not', async () => {
  for (const terminal of [true, false]) {
    const { stdout } = await sessions(['show', 'aaaa2'], { terminal, env: { ...kept.env, NO_COLOR: '1' } });
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(stdout).toContain('evil');
  }
});

describe('export', () => {
  test('json: contents that check and render accept', async () => {
    const { stdout } = await sessions(['export', 'aaaa1', '--format', 'json']);
    const { session, contents, system } = JSON.parse(stdout);
    expect(session).toBe('aaaa1111-one');
    expect(system).toMatch(/./);
    expect(checkContents(contents).problems).toEqual([]);
    expect(contents.map(({ speaker }: { speaker: string }) => speaker)).toEqual([
      'human',
      'ai',
      'human',
      'ai',
      'tool',
      'ai',
    ]);
    expect((await runCli(['check', '-'], { stdin: stdout })).code).toBe(0);
  });

  test.each([
    ['openai-chat', 'messages', 'openai'],
    ['openai-responses', 'input', 'openai'],
    ['anthropic-messages', 'messages', 'anthropic'],
    ['gemini', 'contents', 'google'],
    ['ollama-chat', 'messages', 'ollama'],
  ])('%s: a request body that breaks no rule', async (format, list, provider) => {
    const { code, stdout } = await sessions(['export', 'aaaa1', '--format', format]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[list].length).toBeGreaterThan(4);
    const checked = await runCli(['check', '--from', format, '--for', provider, '-'], { stdin: stdout });
    expect(checked.stdout).toContain('No problems found');
  });

  test('markdown: fences hold, and a file gets the text unchanged', async () => {
    const { stdout } = await sessions(['export', 'aaaa1']);
    expect(stdout).toMatch(/^# hello there\n\nSession `aaaa1111-one`, started /);
    expect(stdout).toContain('\n## You\n\nplease read it\n');
    expect(stdout).toContain('**read_file**\n\n```json\n{\n  "path": "a.txt"\n}\n```');
    expect((await sessions(['export', 'aaaa2'])).stdout).toContain(nasty);
    expect((await sessions(['export', 'aaaa2'], { terminal: true })).stdout).not.toMatch(
      /(?!\n)[\p{Cc}\p{Bidi_Control}]/u,
    );
  });
});

test('diff: what a session changed in files, compared with the current files', async () => {
  const path = join(kept.workspace, 'kept.txt');
  const id = await kept.talk(['hello', 'save it'], { id: 'ffff7777-diff', keepsFiles: true, mode: 'accept-edits' });
  expect(await sessions(['diff', id])).toEqual({
    code: 0,
    stdout: 'created kept.txt\n  --- kept.txt\n  +++ kept.txt\n  @@ -0,0 +1,1 @@\n  +saved\n',
    stderr: '',
  });
  await rm(path);
  expect((await sessions(['diff', id])).stdout).toBe('No file has changed.\n');
  expect((await sessions(['delete', id, '--yes'])).code).toBe(0);
});

test('fork: a copy of its beginning, even if the session is open elsewhere', async () => {
  const store = kept.store();
  const { log } = await store.open('aaaa1111-one');
  const { code, stdout } = await sessions(['fork', 'aaaa1', '--turns', '1']);
  await log.close();
  await store.close();
  expect(code).toBe(0);
  const id = stdout.trim();
  const { contents, parent } = JSON.parse((await sessions(['show', id, '--json'])).stdout);
  expect(parent).toBe('aaaa1111-one');
  expect(contents.map(({ speaker }: { speaker: string }) => speaker)).toEqual(['human', 'ai']);
  expect((await sessions(['delete', id, '--yes'])).code).toBe(0);
});

test('fork: rejects more turns than there are', async () => {
  expect(await sessions(['fork', 'aaaa1', '--turns', '9'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'interlock: It has 2 turns, not 9.\nOmit --turns to copy all of it.\n',
  });
});

test('reading changes nothing', async () => {
  const before = await filesIn(kept.sessions);
  for (const args of [['list'], ['show', 'aaaa1'], ['export', 'aaaa1']]) await sessions(args);
  expect(await filesIn(kept.sessions)).toEqual(before);
});

async function filesIn(folder: string): Promise<readonly (readonly [string, string])[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    names.map(
      async ({ parentPath, name }) => [join(parentPath, name), await readFile(join(parentPath, name), 'utf8')] as const,
    ),
  );
}

describe('delete', () => {
  test('requires --yes if it cannot ask', async () => {
    const { code, stderr } = await sessions(['delete', 'cccc'], { stdin: '' });
    expect(code).toBe(2);
    expect(stderr).toContain('Add --yes');
  });

  test('an open one is rejected and kept', async () => {
    const store = kept.store();
    const { log } = await store.open('cccc4444-empty');
    const { code, stderr } = await sessions(['delete', 'cccc', '--yes']);
    await log.close();
    await store.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^interlock: Session cccc4444-empty /);
  });

  test('with --yes', async () => {
    expect(await sessions(['delete', 'cccc', '--yes'])).toEqual({ code: 0, stdout: 'cccc4444-empty\n', stderr: '' });
    expect((await sessions(['list'])).stdout).not.toContain('cccc');
  });
});
