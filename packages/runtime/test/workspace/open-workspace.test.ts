import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { useTempWorkspace } from './temp-workspace.ts';

const temp = useTempWorkspace();

test('resolves links in the folders themselves', async () => {
  const alias = join(temp.outside, 'alias');
  await symlink(temp.root, alias);
  expect(await openWorkspace(alias, { alsoAllowed: [`${temp.outside}/../outside/`] })).toEqual({
    root: temp.root,
    alsoAllowed: [temp.outside],
  });
});

test.each([
  ['', /The workspace folder "" is not a path\./],
  ['a\0b', /is not a path\./],
  ['/there/is/no/such/folder', /The workspace folder "\/there\/is\/no\/such\/folder" does not exist\./],
])('rejects %j', async (path, message) => {
  await expect(openWorkspace(path)).rejects.toThrow(message);
});

test('rejects a file', async () => {
  await expect(openWorkspace(join(temp.outside, 'secret.txt'))).rejects.toThrow(/is a file\. Name a folder\./);
});
