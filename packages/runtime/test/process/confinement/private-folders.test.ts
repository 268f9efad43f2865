import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { sweepLeftFolders } from '../../../src/process/confinement/private-folders.ts';

const now = Date.UTC(2026, 10, 16);
const long = new Date(now - 3 * 86_400_000);
const recent = new Date(now - 60_000);

test('removes only old folders of processes that are gone, and does not follow links', async () => {
  const parent = temporaryFolder('sweep');
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  // A process that has certainly ended.
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const put = async (name: string, at: Date): Promise<void> => {
    await mkdir(join(parent, name, 'start-1', 'none'), { recursive: true });
    await writeFile(join(parent, name, 'kept'), 'x');
    await utimes(join(parent, name), at, at);
  };
  await put(`interlock-${gone}-aaaaaa`, long);
  await put(`interlock-${gone}-bbbbbb`, recent);
  await put(`interlock-${process.pid}-cccccc`, long);
  await put('interlock-screens-dddddd', long);
  await put(`other-${gone}-eeeeee`, long);
  await put('elsewhere', long);
  await symlink(join(parent, 'elsewhere'), join(parent, `interlock-${gone}-ffffff`));

  await sweepLeftFolders(parent, now);
  expect((await readdir(parent)).sort()).toEqual(
    [
      ...['elsewhere', `interlock-${gone}-bbbbbb`, `interlock-${gone}-ffffff`, `interlock-${process.pid}-cccccc`],
      ...['interlock-screens-dddddd', `other-${gone}-eeeeee`],
    ].sort(),
  );
  expect(await readdir(join(parent, 'elsewhere'))).toEqual(['kept', 'start-1']);
});
