import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync } from 'node:fs';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { times } from '../../../../test/property/runs.ts';
import { openFile } from '../../src/workspace/open-file.ts';
import { resolvePath } from '../../src/workspace/resolve-path.ts';
import { writeAtomically } from '../../src/workspace/write-atomically.ts';
import { useTempWorkspace } from './temp-workspace.ts';

const temp = useTempWorkspace();
const signal = new AbortController().signal;

test.each([
  ['changed', (path: string) => writeFile(path, 'other')],
  ['of the same size', (path: string) => writeFile(path, 'dlo')],
  ['removed', (path: string) => rm(path)],
])('does not overwrite a file that was %s since it was read', async (_, change) => {
  const path = await temp.put('a.txt', 'old');
  const location = resolvePath(temp.workspace, 'a.txt', { mustExist: true });
  const { handle, stats } = await openFile(path, 'a.txt');
  await handle.close();
  await change(path);
  const before = await readFile(path, 'utf8').catch(() => 'none');
  await expect(writeAtomically(location, Buffer.from('new'), { expected: stats, signal })).rejects.toThrow(
    'a.txt was changed by another process in the meantime. Nothing was written; read it again.',
  );
  expect(await readFile(path, 'utf8').catch(() => 'none')).toBe(before);
  expect((await readdir(temp.root)).filter((name) => name !== 'a.txt')).toEqual([]);
});

test('does not touch a file that a killed process left beside it', async () => {
  await temp.put(`.interlock-write-${process.pid}-0`, 'left');
  const location = resolvePath(temp.workspace, 'a.txt', { mustExist: false });
  expect(await writeAtomically(location, Buffer.from('new'), { signal })).toBe(false);
  expect((await readdir(temp.root)).sort()).toEqual([`.interlock-write-${process.pid}-0`, 'a.txt']);
});

test.each([0o600, 0o640, 0o400 | 0o200])(
  'what replaces a file of mode %o is never readable by others',
  async (mode) => {
    const path = await temp.put('secret', 'old');
    await chmod(path, mode);
    const location = resolvePath(temp.workspace, 'secret', { mustExist: true });
    const seen = new Set<number>();
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await turn()) {
        const drafts = readdirSync(temp.root).filter((name) => name.startsWith('.interlock-write-'));
        for (const name of drafts)
          seen.add((lstatSync(join(temp.root, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o777);
      }
    })();
    await writeAtomically(location, Buffer.alloc(16_000_000, 'x'), { signal });
    isOver = true;
    await watching;
    expect([...seen].filter((each) => (each & ~mode & 0o777) !== 0)).toEqual([]);
    expect([seen.has(0o600), (await stat(path)).mode & 0o777]).toEqual([true, mode]);
  },
);

test('a folder repeatedly swapped for a link leads no write outside', async () => {
  const outside = temporaryFolder('outside');
  await writeFile(join(outside, 'a.txt'), 'theirs');
  await temp.put('sub/a.txt', 'old');
  const folder = join(temp.root, 'sub');
  const swapper = spawn(process.execPath, [
    join(import.meta.dirname, 'swap-folder.ts'),
    ...[folder, outside, String(process.pid)],
  ]);
  try {
    await once(swapper.stdout, 'data');
    const location = { path: join(folder, 'a.txt'), name: 'sub/a.txt', root: temp.root, exists: true };
    for (let attempts = 0; attempts < 150 * times; attempts += 1) {
      // Some writes are refused because there is a link at that moment. None may follow it.
      await writeAtomically(location, Buffer.from('ours'), { signal }).catch(() => undefined);
      expect(await readFile(join(outside, 'a.txt'), 'utf8')).toBe('theirs');
    }
    const decoys = [0, 1, 2].map((at) => `.interlock-write-${process.pid}-${at}`);
    expect((await readdir(outside)).sort()).toEqual([...decoys, 'a.txt']);
    expect(await Promise.all(decoys.map((name) => readFile(join(outside, name), 'utf8')))).toEqual(
      decoys.map(() => 'decoy'),
    );
  } finally {
    swapper.kill('SIGKILL');
    await rm(outside, { recursive: true, force: true });
  }
});
