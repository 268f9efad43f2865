import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
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
])('a file that was %s since it was read is not overwritten', async (_, change) => {
  const path = await temp.put('a.txt', 'old');
  const location = resolvePath(temp.workspace, 'a.txt', { mustExist: true });
  const { handle, stats } = await openFile(path, 'a.txt');
  await handle.close();
  await change(path);
  const before = await readFile(path, 'utf8').catch(() => 'none');
  await expect(writeAtomically(location, Buffer.from('new'), { expected: stats, signal })).rejects.toThrow(
    'a.txt was changed by somebody else in the meantime. Nothing was written; read it again.',
  );
  expect(await readFile(path, 'utf8').catch(() => 'none')).toBe(before);
  expect((await readdir(temp.root)).filter((name) => name !== 'a.txt')).toEqual([]);
});

test('a file that a killed process has left beside it is not touched', async () => {
  await temp.put(`.interlock-write-${process.pid}-0`, 'left');
  const location = resolvePath(temp.workspace, 'a.txt', { mustExist: false });
  expect(await writeAtomically(location, Buffer.from('new'), { signal })).toBe(false);
  expect((await readdir(temp.root)).sort()).toEqual([`.interlock-write-${process.pid}-0`, 'a.txt']);
});
