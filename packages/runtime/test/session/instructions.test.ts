/** What a project says about itself, read carefully: a repository may be hostile. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readInstructions } from '../../src/session/instructions.ts';
import { buildSystemPrompt, codingRole } from '../../src/session/system-prompt.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'interlock-instructions-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const read = () => readInstructions({ root, alsoAllowed: [] });

describe('AGENTS.md', () => {
  test('is not there', async () => {
    expect(await read()).toBeUndefined();
  });

  test('is read; those below are named, in order, not those of dependencies or hidden folders', async () => {
    await writeFile(join(root, 'AGENTS.md'), '\n Be kind. \n');
    for (const folder of ['b', 'a/deep', 'node_modules/x', '.hidden']) {
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(join(root, folder, 'AGENTS.md'), 'below');
    }
    expect(await read()).toEqual({ text: 'Be kind.', cut: false, nested: ['a/deep/AGENTS.md', 'b/AGENTS.md'] });
  });

  test('is cut when it is too long for every request', async () => {
    await writeFile(join(root, 'AGENTS.md'), 'é'.repeat(40_000));
    const found = await read();
    expect(found).toEqual({ text: 'é'.repeat(32_768), cut: true, nested: [] });
  });

  test('may be a link inside the workspace, and not out of it', async () => {
    await writeFile(join(root, 'CLAUDE.md'), 'inside');
    await symlink('CLAUDE.md', join(root, 'AGENTS.md'));
    expect((await read())?.text).toBe('inside');
    await rm(join(root, 'AGENTS.md'));
    await symlink('/etc/hostname', join(root, 'AGENTS.md'));
    expect(await read()).toBeUndefined();
  });

  test('may be a folder, which is nothing to read', async () => {
    await mkdir(join(root, 'AGENTS.md'));
    expect(await read()).toBeUndefined();
  });
});

test('the system prompt is the same for the same facts, and says where it is', () => {
  const facts = {
    role: codingRole,
    place: { workspace: '/w', platform: 'linux' },
    tools: [],
    instructions: { text: 'Be kind.', cut: false, nested: ['a/AGENTS.md'] },
  };
  expect(buildSystemPrompt(facts)).toBe(
    [
      codingRole,
      'Workspace: /w\nPlatform: linux',
      "The project's own instructions (AGENTS.md):\n<instructions>\nBe kind.\n</instructions>\n\nRead these before you work in their folders:\n- a/AGENTS.md",
    ].join('\n\n'),
  );
  expect(buildSystemPrompt({ ...facts, role: 'R', append: 'A', instructions: undefined })).toBe(
    'R\n\nWorkspace: /w\nPlatform: linux\n\nA',
  );
  expect(buildSystemPrompt({ tools: [] })).toBe('');
});
