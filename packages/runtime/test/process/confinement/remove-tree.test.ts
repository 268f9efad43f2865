/** Nothing outside a removed folder is touched, whatever is in it and whoever changes it meanwhile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { removeTree } from '../../../src/process/confinement/remove-tree.ts';

function scratch(): { readonly root: string; readonly outside: string } {
  const folder = temporaryFolder('remove');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, outside] = [join(folder, 'root'), join(folder, 'outside')];
  for (const path of [root, join(outside, 'sub')]) mkdirSync(path, { recursive: true });
  for (let n = 0; n < 200; n += 1) writeFileSync(join(outside, `kept-${n}`), '');
  return { root, outside };
}

test('files, links, folders that cannot be entered, and many levels', async () => {
  const { root, outside } = scratch();
  symlinkSync(outside, join(root, 'link'));
  symlinkSync('gone', join(root, 'broken'));
  mkdirSync(join(root, 'closed/inner'), { recursive: true });
  writeFileSync(join(root, 'closed/inner/file'), '');
  symlinkSync(outside, join(root, 'closed/inner/link'));
  chmodSync(join(root, 'closed/inner'), 0o500);
  chmodSync(join(root, 'closed'), 0);
  mkdirSync(join(root, ...Array.from({ length: 1_000 }, () => 'd')), { recursive: true });
  await removeTree(root);
  expect([existsSync(root), readdirSync(outside).length]).toEqual([false, 201]);
});

test('what is not there, and what is a link itself', async () => {
  const { root, outside } = scratch();
  await removeTree(join(root, 'gone'));
  symlinkSync(outside, join(root, 'link'));
  await removeTree(join(root, 'link'));
  expect([readdirSync(root), readdirSync(outside).length]).toEqual([['link'], 201]);
});

test('while a process exchanges its folders for links', async () => {
  const { root, outside } = scratch();
  for (let round = 0; round < 5; round += 1) {
    for (let n = 0; n < 100; n += 1) mkdirSync(join(root, `x/${n}/deep`), { recursive: true });
    symlinkSync(outside, join(root, 'link'));
    const program = `const { renameSync: r } = require('fs'); console.log('ready'); for (;;) for (const [a, b] of [['x', 'y'], ['link', 'x'], ['x', 'link'], ['y', 'x']]) try { r(a, b) } catch {}`;
    const child = spawn(process.execPath, ['-e', program], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    await removeTree(root);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await removeTree(root);
    expect([existsSync(root), readdirSync(outside).length]).toEqual([false, 201]);
    mkdirSync(root);
  }
});
