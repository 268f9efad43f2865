/** `interlock doctor` checks the machine, sessions and files. Only `--repair` writes. */
import { appendFile, chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, runCli } from '../run-cli.ts';
import { type KeptSessions, keepSessions } from './kept-sessions.ts';

let kept: KeptSessions;
let files: string;
beforeAll(async () => {
  kept = await keepSessions(
    script([
      { when: { of: 'list_files' }, say: 'Nothing there.' },
      { when: { user: 'list' }, call: [{ tool: 'list_files' }] },
      { say: 'Hello.' },
    ]),
  );
  files = join(kept.home, 'files');
  await mkdir(files);
});
afterAll(() => kept.close());

function doctor(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return runCli(['doctor', ...args, '--cwd', kept.workspace], { env: { ...kept.env, ...env } });
}

interface Found {
  readonly state: string;
  readonly what: string;
  readonly found: string;
  readonly fix?: string;
}

async function installation(
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; of: (what: string) => Found | undefined }> {
  const { code, stdout } = await doctor(['--json'], env);
  const all: readonly Found[] = JSON.parse(stdout);
  return { code, of: (what) => all.find((each) => each.what === what) };
}

describe('the installation', () => {
  test('a new one is healthy, and looking creates nothing', async () => {
    const empty = join(kept.home, 'new');
    await mkdir(empty);
    const { code, of } = await installation({ XDG_STATE_HOME: empty });
    expect(code).toBe(0);
    expect(of('node')).toEqual({ state: 'ok', what: 'node', found: process.versions.node });
    expect(of('sessions')).toEqual({
      state: 'ok',
      what: 'sessions',
      found: `${join(empty, 'interlock', 'sessions')} (created on first use)`,
    });
    expect(of('keys')?.state).toBe('note');
    expect([of('rg'), of('git')].map((each) => each?.state)).toEqual(['note', 'note']);
    expect(of('sandbox')?.found).toMatch(/^(Commands run in a sandbox \(\w+\)\.|No sandbox)/);
    expect(await readdir(empty)).toEqual([]);
  });

  test('names keys, never shows them', async () => {
    const { stdout } = await doctor([], { ANTHROPIC_API_KEY: 'sk-very-secret', MISTRAL_API_KEY: '' });
    expect(stdout).toMatch(/ok +keys +anthropic \(ANTHROPIC_API_KEY\)\n/);
    expect(stdout).not.toContain('secret');
  });

  test('finds keys in the configuration', async () => {
    const folder = join(kept.home, 'keyed', 'interlock');
    await mkdir(folder, { recursive: true });
    const providers = { mistral: { credentials: [{ env: 'MY_KEY' }] } };
    await writeFile(join(folder, 'config.json'), JSON.stringify({ providers }));
    const { of } = await installation({ XDG_CONFIG_HOME: join(kept.home, 'keyed'), MY_KEY: 'secret' });
    expect(of('keys')).toEqual({ state: 'ok', what: 'keys', found: 'mistral (MY_KEY)' });
  });

  test('--online contacts each provider and starts each MCP server', async () => {
    const folder = join(kept.home, 'online', 'interlock');
    await mkdir(folder, { recursive: true });
    const { endpoint: baseUrl = '' } = kept.target();
    const providers = {
      work: { kind: 'anthropic', baseUrl, credentials: [{ env: 'GOOD' }] },
      old: { kind: 'anthropic', baseUrl, credentials: [{ env: 'BAD' }] },
    };
    const mcp = { gone: { command: join(kept.home, 'no-such-server') } };
    await writeFile(join(folder, 'config.json'), JSON.stringify({ providers, mcp }));
    const [{ key = '' } = {}] = (kept.target().credentials ?? []) as readonly { readonly key?: string }[];
    const env = { XDG_CONFIG_HOME: join(kept.home, 'online'), GOOD: key, BAD: 'sk-wrong' };
    const { code, stdout } = await doctor(['--online', '--json'], env);
    const found: readonly Found[] = JSON.parse(stdout);
    const told = found.filter(({ what }) => what === 'provider' || what === 'MCP server');
    expect([code, told.map(({ state, found: text }) => [state, text.split(/[ :]/)[0]])]).toEqual([
      1,
      [
        ['ok', expect.stringMatching(/^work\//)],
        ['problem', expect.stringMatching(/^old\//)],
        ['problem', 'gone'],
      ],
    ]);
    expect(stdout).not.toContain('sk-wrong');
  });

  test('reports a problem if nothing can be written', async () => {
    const { code, stdout } = await doctor([], { XDG_STATE_HOME: '/proc/1' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/problem +sessions +\/proc\/1\/interlock\/sessions cannot be created\./);
    expect(stdout).not.toContain('No problems found');
  });

  test('installed programs', async () => {
    const programs = join(kept.home, 'programs');
    await mkdir(programs);
    await writeFile(join(programs, 'rg'), '#!/bin/sh\n', { mode: 0o755 });
    expect((await installation({ PATH: `/nowhere:${programs}` })).of('rg')).toEqual({
      state: 'ok',
      what: 'rg',
      found: join(programs, 'rg'),
    });
  });

  test('an unreadable configuration, with its location', async () => {
    const folder = join(kept.home, 'bad', 'interlock');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'config.json'), '{ "model": 3 }');
    const { code, of } = await installation({ XDG_CONFIG_HOME: join(kept.home, 'bad') });
    expect(code).toBe(1);
    expect(of('user file')).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('config.json:1:3: model:'),
    });
  });

  test('sessions that others can read', async () => {
    const open = join(kept.home, 'open', 'interlock', 'sessions');
    await mkdir(open, { recursive: true });
    await chmod(open, 0o755);
    const { code, of } = await installation({ XDG_STATE_HOME: join(kept.home, 'open') });
    expect(code).toBe(1);
    expect(of('sessions')).toMatchObject({ state: 'problem', fix: `Run chmod 700 ${open}` });
  });

  test('--repair alone', async () => {
    expect((await doctor(['--repair'])).code).toBe(2);
  });
});

const human = { speaker: 'human', blocks: [{ type: 'text', text: 'list' }] };
const call = { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'c1', name: 'list', parameters: {} }] };
const orphan = {
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: 'gone', toolName: 'list', result: 'the lost words' }],
};

async function put(name: string, content: string): Promise<string> {
  const path = join(files, name);
  await writeFile(path, content);
  return path;
}

describe('a file', () => {
  test('says what is wrong and leaves the file alone', async () => {
    const path = await put('open.json', JSON.stringify([human, call]));
    const { code, stdout } = await doctor([path, '--for', 'openai']);
    expect(code).toBe(1);
    expect(stdout).toContain('The call has no result');
    expect(stdout).toContain(`--repair repairs it`);
    expect(await readdir(files)).toEqual(['open.json']);
  });

  test.each([
    ['a call without a result', 'r1.json', JSON.stringify([human, call, human]), /The call has no result/],
    [
      'an object with contents',
      'r2.json',
      JSON.stringify({ title: 'kept', contents: [human, call] }),
      /The call has no result/,
    ],
    [
      'lines',
      'r3.jsonl',
      `${[human, call].map((each) => JSON.stringify(each)).join('\n')}\n`,
      /The call has no result/,
    ],
    [
      'a truncated line',
      'r4.jsonl',
      `${JSON.stringify(human)}\n{"speaker":"ai","blo\n${JSON.stringify(human)}\n`,
      /Line 2 cannot be read/,
    ],
    [
      'an invalid entry',
      'r5.json',
      JSON.stringify([human, { speaker: 'nobody', blocks: 3 }, human]),
      /\$\[1\]: Left out/,
    ],
    [
      'positions refer to the file',
      'r7.json',
      JSON.stringify({ name: 'kept', contents: [human, call, human] }),
      /^ {2}\$\.contents\[1\]\.blocks\[\d\]: The call has no result; /m,
    ],
    ['a result without a call', 'r6.json', JSON.stringify([human, orphan, human]), /answers no call/],
  ])('--repair: %s', async (_, name, content, told) => {
    const path = await put(name, content);
    await chmod(path, 0o640);
    const { code, stdout } = await doctor([path, '--repair']);
    expect(code).toBe(0);
    expect(stdout).toMatch(told);
    expect(stdout).toContain(`${path} was repaired; the original is in ${path}.backup.\nRepairs:\n  `);
    expect(await readFile(`${path}.backup`, 'utf8')).toBe(content);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    // After the repair only notes remain, and nothing was lost.
    expect((await doctor([path])).code).toBe(0);
    expect(await doctor([path, '--repair'])).toEqual({
      code: 0,
      stdout: `${path} needs no repair; nothing was written.\n`,
      stderr: '',
    });
    const mended = await readFile(path, 'utf8');
    for (const word of ['kept', 'the lost words']) if (content.includes(word)) expect(mended).toContain(word);
  });

  test('never overwrites an earlier backup', async () => {
    const path = await put('again.json', JSON.stringify([human, call]));
    await writeFile(`${path}.backup`, 'the first');
    expect((await doctor([path, '--repair'])).stdout).toContain(`${path}.backup-2`);
    expect(await readFile(`${path}.backup`, 'utf8')).toBe('the first');
  });

  test('keeps a link', async () => {
    const path = await put('real.json', JSON.stringify([human, call]));
    await symlink(path, join(files, 'link.json'));
    expect((await doctor([join(files, 'link.json'), '--repair'])).stdout).toContain(`${path}.backup`);
    expect((await doctor([path])).code).toBe(0);
  });

  test.each([
    ['nothing.json', 2, 'There is no file'],
    ['body.json', 2, 'is a request body'],
    ['torn.json', 1, 'ends too early'],
    ['words.json', 1, 'does not contain a history'],
  ])('%s: exit code %i', async (name, code, told) => {
    await put('body.json', JSON.stringify({ model: 'x', max_tokens: 5, messages: [{ role: 'user', content: 'a' }] }));
    await put('torn.json', '[{"speaker":"human"');
    await put('words.json', '"just words"');
    for (const args of [[], ['--repair']]) {
      const outcome = await doctor([join(files, name), ...args]);
      expect(outcome.code).toBe(code);
      expect(outcome.stderr).toContain(told);
    }
  });
});

describe('a session', () => {
  test('a valid one', async () => {
    const id = await kept.talk(['list them']);
    const { code, stdout } = await doctor([id.slice(0, 8)]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The store has all of it\.\n/);
    expect((await doctor([id, '--repair'])).stdout).toBe(`Session ${id} needs no repair; nothing was written.\n`);
  });

  test('a damaged one: what the store skipped, and a repaired copy beside it', async () => {
    const id = await kept.talk(['list them', 'and again: list']);
    const path = await fileOf(id);
    await appendFile(path, '{"sum":"00000000","seq":99,"at":1,"record":{"kind":"conte');
    const before = await readFile(path, 'utf8');
    const { code, stdout } = await doctor([id]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^torn: Line \d+ of session/);
    expect(JSON.parse((await doctor([id, '--json'])).stdout)).toMatchObject({ ok: false, store: [{ code: 'torn' }] });
    const repaired = await doctor([id, '--repair']);
    expect(repaired.code).toBe(0);
    const copy = /is session (\S+)\. Session (\S+) is unchanged/.exec(repaired.stdout);
    expect(copy?.[2]).toBe(id);
    expect(await readFile(path, 'utf8')).toBe(before);
    expect((await doctor([copy?.[1] ?? ''])).code).toBe(0);
    const shown = async (which: string): Promise<{ contents: readonly unknown[]; turns: number }> =>
      JSON.parse(
        (await runCli(['sessions', 'show', which, '--json', '--cwd', kept.workspace], { env: kept.env })).stdout,
      );
    expect((await shown(copy?.[1] ?? '')).contents.length).toBe((await shown(id)).contents.length);
    expect((await shown(copy?.[1] ?? '')).turns).toBe(2);
  });

  test('a missing one', async () => {
    expect(await doctor(['nothere'])).toMatchObject({ code: 2, stdout: '' });
  });
});

async function fileOf(id: string): Promise<string> {
  const all = await readdir(kept.sessions, { recursive: true });
  return join(kept.sessions, all.find((name) => name.endsWith(`${id}.jsonl`)) ?? 'none');
}
