/** What a project says about itself, read carefully: a repository may be hostile. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalRule } from '../../src/approval/approval-rule.ts';
import { readInstructions } from '../../src/session/instructions.ts';
import { buildSystemPrompt, codingRole } from '../../src/session/system-prompt.ts';
import { openAgents, play } from '../agents.ts';

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

  test.for<readonly [rule: ApprovalRule, text: string | undefined]>([
    [{ verdict: 'deny', tool: 'kind:read', pattern: '**/.env' }, undefined],
    [{ verdict: 'deny', tool: 'read_file', pattern: 'private/*' }, undefined],
    [{ verdict: 'deny', tool: 'read_file' }, undefined],
    [{ verdict: 'deny', tool: 'read_file', pattern: 'AGENTS.md' }, undefined],
    [{ verdict: 'deny', tool: 'write_file', pattern: '**' }, 'KEY=1'],
    [{ verdict: 'ask', tool: 'read_file', pattern: '**' }, 'KEY=1'],
    [{ verdict: 'deny', tool: 'read_file', pattern: 'other/**' }, 'KEY=1'],
  ])('is not read where it is a link to what rules deny: %j', async ([rule, text]) => {
    await mkdir(join(root, 'private'));
    await writeFile(join(root, 'private', '.env'), 'KEY=1');
    await symlink('private', join(root, 'docs'));
    await symlink('docs/.env', join(root, 'AGENTS.md'));
    expect((await readInstructions({ root, alsoAllowed: [] }, [rule]))?.text).toBe(text);
  });

  test('is not named either where it is denied', async () => {
    for (const folder of ['a', 'b']) {
      await mkdir(join(root, folder));
      await writeFile(join(root, folder, 'AGENTS.md'), 'below');
    }
    const rule: ApprovalRule = { verdict: 'deny', tool: 'kind:read', pattern: 'a/**' };
    expect(await readInstructions({ root, alsoAllowed: [] }, [rule])).toEqual({
      text: '',
      cut: false,
      nested: ['b/AGENTS.md'],
    });
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

test('a session does not send an AGENTS.md that leads to a denied file', async () => {
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
