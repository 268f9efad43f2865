import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileProblem } from '../../src/workspace/file-problem.ts';
import { openFile } from '../../src/workspace/open-file.ts';
import { resolvePath } from '../../src/workspace/resolve-path.ts';
import { writeAtomically } from '../../src/workspace/write-atomically.ts';
import { secret, useTempWorkspace } from './temp-workspace.ts';

const temp = useTempWorkspace();
const signal = new AbortController().signal;

test('opens a regular file, with its state at that time', async () => {
  const path = await temp.put('a.txt', 'hello');
  const { handle, stats } = await openFile(path, 'a.txt');
  expect([await handle.readFile('utf8'), stats.size]).toEqual(['hello', 5n]);
  await handle.close();
});

test('does not follow a file that became a link after it was resolved', async () => {
  const path = await temp.put('secret.txt', 'harmless');
  const location = resolvePath(temp.workspace, 'secret.txt', { mustExist: true });
  rmSync(path);
  symlinkSync(join(temp.outside, 'secret.txt'), path);
  await expect(openFile(location.path, location.name)).rejects.toThrow(
    new FileProblem('secret.txt is a symbolic link that was just created. Only regular files can be used.'),
  );
});

test('a folder that became a link after it was resolved does not lead outside', async () => {
  await temp.put('sub/secret.txt', 'harmless');
  const location = resolvePath(temp.workspace, 'sub/secret.txt', { mustExist: true });
  renameSync(join(temp.root, 'sub'), join(temp.root, 'was'));
  symlinkSync(temp.outside, join(temp.root, 'sub'));
  await expect(openFile(location.path, location.name)).rejects.toThrow(
    /was moved or replaced while it was being opened/,
  );
  await expect(writeAtomically(location, Buffer.from('x'), { signal })).rejects.toThrow(
    /The folder of sub\/secret.txt was moved or replaced by a link/,
  );
  expect(await readFile(join(temp.outside, 'secret.txt'), 'utf8')).toBe(`${secret}\n`);
});

test('does not wait for a FIFO', async () => {
  execFileSync('mkfifo', [join(temp.root, 'pipe')]);
  await expect(openFile(join(temp.root, 'pipe'), 'pipe')).rejects.toThrow(
    'pipe is a FIFO. Only regular files can be used.',
  );
});

test('swapping a folder back and forth never reads or writes a byte outside', async () => {
  mkdirSync(join(temp.root, 'own'));
  writeFileSync(join(temp.root, 'own/secret.txt'), 'harmless');
  symlinkSync(temp.outside, join(temp.root, 'evil'));
  const at = join(temp.root, 'sub');
  renameSync(join(temp.root, 'own'), at);
  let isSwapped = false;
  const swap = (): void => {
    renameSync(at, join(temp.root, isSwapped ? 'evil' : 'own'));
    // A write may have created the folder again while it did not exist.
    for (let isThere = false; !isThere; ) {
      rmSync(at, { recursive: true, force: true });
      try {
        renameSync(join(temp.root, isSwapped ? 'own' : 'evil'), at);
        isThere = true;
      } catch (error) {
        if (!/EISDIR|ENOTEMPTY|EEXIST/.test(String(error))) throw error;
      }
    }
    isSwapped = !isSwapped;
  };
  const outcomes = new Set<string>();
  for (let round = 0; round < 300; round += 1) {
    const location = { path: join(at, 'secret.txt'), name: 'sub/secret.txt', root: temp.root, exists: true };
    const reading = openFile(location.path, location.name).then(
      async ({ handle }) => {
        const text = await handle.readFile('utf8');
        await handle.close();
        return text;
      },
      () => 'refused',
    );
    const writing = writeAtomically(location, Buffer.from('harmless'), { signal }).then(
      () => 'harmless',
      () => 'refused',
    );
    for (let turn = 0; turn < round % 7; turn += 1) {
      swap();
      await new Promise((resolve) => setImmediate(resolve));
    }
    outcomes.add(await reading).add(await writing);
  }
  expect([...outcomes].sort()).toEqual(['harmless', 'refused']);
  expect(await readFile(join(temp.outside, 'secret.txt'), 'utf8')).toBe(`${secret}\n`);
});
