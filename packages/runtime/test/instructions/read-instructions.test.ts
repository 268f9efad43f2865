/** Instructions of the user and the project. They are read with care, because a repository may be hostile. */
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { readInstructions } from '../../src/instructions/read-instructions.ts';
import { buildSystemPrompt, codingRole } from '../../src/session/system-prompt.ts';
import type { ApprovalRule } from '../../src/tool/approval-rule.ts';
import { openAgents, play } from '../agents.ts';

let root: string;
beforeEach(async () => {
  root = temporaryFolder('instructions');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

const workspace = (folder = '.') => ({ root: join(root, folder), alsoAllowed: [] });
const read = (rules: readonly ApprovalRule[] = [], folder = '.') => readInstructions(workspace(folder), rules);
const project = (path: string, text: string, cut = false) => ({ path, text, cut, from: 'project' });
const deny = (tool: string, pattern?: string): ApprovalRule => ({
  verdict: 'deny',
  tool,
  ...(pattern === undefined ? {} : { pattern }),
});

describe('in the workspace', () => {
  test('returns none', async () => {
    expect(await read()).toBeUndefined();
  });

  test('reads AGENTS.md and names those below in order, except in dependencies and hidden folders', async () => {
    const below = ['b/AGENTS.md', 'a/deep/CLAUDE.md', 'node_modules/x/AGENTS.md', '.hidden/AGENTS.md'];
    await write({ 'AGENTS.md': '\n Be kind. \n', ...Object.fromEntries(below.map((path) => [path, 'below'])) });
    expect(await read()).toEqual({
      files: [project('AGENTS.md', 'Be kind.')],
      nested: ['a/deep/CLAUDE.md', 'b/AGENTS.md'],
    });
  });

  test.for<readonly [there: readonly string[], path: string]>([
    [['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'], 'AGENTS.md'],
    [['CLAUDE.md', 'GEMINI.md'], 'CLAUDE.md'],
    [['GEMINI.md'], 'GEMINI.md'],
  ])('of %j, %s is used', async ([there, path]) => {
    await write(Object.fromEntries(there.map((name) => [name, name])));
    expect((await read())?.files).toEqual([project(path, path)]);
  });

  test('truncates one that is too long', async () => {
    await write({ 'AGENTS.md': 'é'.repeat(40_000) });
    expect(await read()).toEqual({ files: [project('AGENTS.md', 'é'.repeat(32_768), true)], nested: [] });
  });

  test('follows a link inside the workspace, but not out of it', async () => {
    await write({ 'docs/for-agents.md': 'inside' });
    await symlink('docs/for-agents.md', join(root, 'AGENTS.md'));
    expect((await read())?.files).toEqual([project('AGENTS.md', 'inside')]);
    await rm(join(root, 'AGENTS.md'));
    await symlink('/etc/hostname', join(root, 'AGENTS.md'));
    expect(await read()).toBeUndefined();
  });

  test.for<readonly [rule: ApprovalRule, isRead: boolean]>([
    [deny('kind:read', '**/.env'), false],
    [deny('read_file', 'private/*'), false],
    [deny('read_file'), false],
    [deny('read_file', 'AGENTS.md'), false],
    [deny('write_file', '**'), true],
    [{ verdict: 'ask', tool: 'read_file', pattern: '**' }, true],
    [deny('read_file', 'other/**'), true],
  ])('does not read a link to a denied file: %j', async ([rule, isRead]) => {
    await write({ 'private/.env': 'KEY=1' });
    await symlink('private', join(root, 'docs'));
    await symlink('docs/.env', join(root, 'AGENTS.md'));
    expect((await read([rule]))?.files ?? []).toEqual(isRead ? [project('AGENTS.md', 'KEY=1')] : []);
  });

  test('does not name a denied file', async () => {
    await write({ 'a/AGENTS.md': 'below', 'b/AGENTS.md': 'below' });
    expect(await read([deny('kind:read', 'a/**')])).toEqual({ files: [], nested: ['b/AGENTS.md'] });
  });

  test('ignores a folder with that name', async () => {
    await mkdir(join(root, 'AGENTS.md'));
    expect(await read()).toBeUndefined();
  });
});

describe('above the workspace', () => {
  test('reads from the root of the repository down, not above it', async () => {
    await write({
      'AGENTS.md': 'not ours',
      'repo/.git/HEAD': '',
      'repo/AGENTS.md': 'whole',
      'repo/packages/CLAUDE.md': 'packages',
      'repo/packages/one/AGENTS.md': 'one',
    });
    expect((await read([], 'repo/packages/one'))?.files).toEqual([
      project(join(root, 'repo/AGENTS.md'), 'whole'),
      project(join(root, 'repo/packages/CLAUDE.md'), 'packages'),
      project('AGENTS.md', 'one'),
    ]);
    expect((await read([], 'repo'))?.files).toEqual([project('AGENTS.md', 'whole')]);
  });

  test('without a repository reads only the workspace', async () => {
    await write({ 'AGENTS.md': 'above', 'w/AGENTS.md': 'here' });
    expect((await read([], 'w'))?.files).toEqual([project('AGENTS.md', 'here')]);
  });

  test('limits their total size', async () => {
    const long = 'x'.repeat(60_000);
    await write({ '.git/HEAD': '', 'AGENTS.md': long, 'a/AGENTS.md': long, 'a/b/AGENTS.md': long });
    const found = await read([], 'a/b');
    expect(found?.files.map(({ text, cut }) => [text.length, cut])).toEqual([
      [60_000, false],
      [60_000, false],
      [128 * 1024 - 120_000, true],
    ]);
  });

  test.for<readonly [rule: ApprovalRule, texts: readonly string[]]>([
    [deny('read_file', '**/.env'), []],
    [deny('read_file', '.env'), []],
    [deny('kind:read', 'secret/**'), []],
    [deny('read_file', 'AGENTS.md'), []],
    [deny('read_file', 'docs/**'), ['KEY=1']],
  ])('relative rules also apply there: %j', async ([rule, texts]) => {
    await write({ '.git/HEAD': '', 'secret/.env': 'KEY=1', 'w/x': '' });
    await symlink('secret/.env', join(root, 'AGENTS.md'));
    expect((await read([rule], 'w'))?.files.map(({ text }) => text) ?? []).toEqual(texts);
  });

  test('does not read a link out of the repository', async () => {
    await write({ 'outside.md': 'out', 'repo/.git/HEAD': '', 'repo/w/x': '' });
    await symlink('../outside.md', join(root, 'repo/AGENTS.md'));
    expect(await read([], 'repo/w')).toBeUndefined();
  });
});

test('the user’s own come first, also through a link, with the same rules', async () => {
  await write({ 'dotfiles/agents.md': 'Short answers.', 'w/AGENTS.md': 'Be kind.', 'home/x': '' });
  const userFile = join(root, 'home', 'AGENTS.md');
  await symlink('../dotfiles/agents.md', userFile);
  const found = await readInstructions(workspace('w'), [], { userFile });
  expect(found?.files).toEqual([
    { path: userFile, text: 'Short answers.', cut: false, from: 'user' },
    project('AGENTS.md', 'Be kind.'),
  ]);
  const denied = await readInstructions(workspace('w'), [deny('read_file', 'dotfiles/*')], { userFile });
  expect(denied?.files).toEqual([project('AGENTS.md', 'Be kind.')]);
  await chmod(join(root, 'dotfiles'), 0o700);
  await rm(join(root, 'dotfiles'), { recursive: true });
  expect((await readInstructions(workspace('w'), [], { userFile }))?.files).toEqual([project('AGENTS.md', 'Be kind.')]);
});

test('the system prompt is deterministic and names the folder', () => {
  const facts = {
    role: codingRole,
    place: { workspace: '/w', platform: 'linux' },
    tools: [],
    instructions: {
      files: [
        { path: '/home/me/AGENTS.md', text: 'Short.', cut: true, from: 'user' as const },
        { path: 'AGENTS.md', text: 'Be kind.', cut: false, from: 'project' as const },
      ],
      nested: ['a/AGENTS.md'],
    },
  };
  expect(buildSystemPrompt(facts)).toBe(
    [
      codingRole,
      'Workspace: /w\nPlatform: linux',
      "The user's own instructions (/home/me/AGENTS.md, truncated):\n<instructions>\nShort.\n</instructions>",
      "The project's own instructions (AGENTS.md):\n<instructions>\nBe kind.\n</instructions>",
      'Read these before you work in their folders:\n- a/AGENTS.md',
    ].join('\n\n'),
  );
  expect(buildSystemPrompt({ ...facts, role: 'R', append: 'A', instructions: undefined })).toBe(
    'R\n\nWorkspace: /w\nPlatform: linux\n\nA',
  );
  expect(buildSystemPrompt({ tools: [] })).toBe('');
});

test('a session does not send an AGENTS.md that links to a denied file', async () => {
  await writeFile(join(root, '.env'), 'KEY=out-of-sight');
  await symlink('.env', join(root, 'AGENTS.md'));
  const agents = await openAgents({ model: script([{ say: 'Done.' }]), only: ['anthropic'] });
  try {
    for (const [rules, isSent] of [
      [[], true],
      [[{ verdict: 'deny', tool: 'kind:read', pattern: '**/.env' }], false],
    ] as const) {
      const route = agents.target('anthropic');
      const before = agents.of('anthropic').log.length;
      const session = await agents.open({ route, tools: [], workspace: root, instructions: true, rules });
      await play(session, 'go');
      const sent = JSON.stringify(agents.of('anthropic').log.slice(before));
      expect([sent.includes('go'), sent.includes('out-of-sight')]).toEqual([true, isSent]);
    }
  } finally {
    await agents.close();
  }
});
