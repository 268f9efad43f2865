import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { makePrivateFolder } from '../../../src/store/private-files.ts';

test('a folder below a dangling link cannot be created, with a clear error', async () => {
  const folder = temporaryFolder('private');
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(folder, 'nowhere'), join(folder, 'link'));
  await expect(makePrivateFolder(join(folder, 'link', 'state'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a folder in /proc cannot be created, with a clear error', async () => {
  await expect(makePrivateFolder('/proc/interlock/state')).rejects.toThrow('mkdir');
});
