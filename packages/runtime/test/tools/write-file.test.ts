import { execFileSync } from 'node:child_process';
import { chmod, link, lstat, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFile } from '../../src/tools/write-file.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { secret, useTempWorkspace } from '../workspace/temp-workspace.ts';

const temp = useTempWorkspace();

test.each([
  ['a.txt', 'one\ntwo\n', 'Created a.txt (2 lines).'],
  ['new/folder/a.txt', 'one\ntwo', 'Created new/folder/a.txt (2 lines).'],
  ['empty.txt', '', 'Created empty.txt (0 lines).'],
  ['one.txt', 'one', 'Created one.txt (1 line).'],
  ['crlf.txt', 'a\r\nb\r\n', 'Created crlf.txt (2 lines).'],
  ['with space and ü.txt', '\ufeffx\n', 'Created with space and ü.txt (1 line).'],
  ['.github/workflows/ci.yml', 'x\n', 'Created .github/workflows/ci.yml (1 line).'],
  ['.gitignore', 'x\n', 'Created .gitignore (1 line).'],
])('%s is created', async (path, content, text) => {
  expect(await temp.run(writeFile, { path, content })).toEqual({ text });
  expect(await readFile(join(temp.root, path), 'utf8')).toBe(content);
});

test('overwrites a file, keeps its mode, and leaves nothing beside it', async () => {
  const path = await temp.put('run.sh', 'old');
  await chmod(path, 0o751);
  await link(path, join(temp.root, 'hard-link'));
  expect(await temp.run(writeFile, { path: 'run.sh', content: 'new' })).toEqual({ text: 'Overwrote run.sh (1 line).' });
  expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['new', 0o751]);
  expect(await readFile(join(temp.root, 'hard-link'), 'utf8')).toBe('old');
  expect((await readdir(temp.root)).sort()).toEqual(['hard-link', 'run.sh']);
});

test('writes the target of a link inside the workspace and keeps the link', async () => {
  await temp.put('real.txt', 'old');
  await symlink('real.txt', join(temp.root, 'link.txt'));
  await symlink('not-yet.txt', join(temp.root, 'dangling.txt'));
  expect(await temp.run(writeFile, { path: 'link.txt', content: 'new' })).toEqual({
    text: 'Overwrote real.txt (1 line).',
  });
  expect(await temp.run(writeFile, { path: 'dangling.txt', content: 'new' })).toEqual({
    text: 'Created not-yet.txt (1 line).',
  });
  expect((await lstat(join(temp.root, 'link.txt'))).isSymbolicLink()).toBe(true);
});

const protectedPaths: readonly (readonly [path: string, folder: string])[] = [
  ['.git/hooks/pre-commit', '.git'],
  ['.git', '.git'],
  ['vendor/.git/config', '.git'],
  ['.GIT/config', '.git'],
  ['.git./config', '.git'],
  ['.git /config', '.git'],
  ['.git::$INDEX_ALLOCATION/config', '.git'],
  ['git~1/config', '.git'],
  ['GIT~2/config', '.git'],
  ['GI7EBA~1/config', '.git'],
  ['INTERL~1/config.json', '.interlock'],
  ['sub/interl~3/tools/evil.mjs', '.interlock'],
  ['INTER~12/config.json', '.interlock'],
  ['IN4F2C~1/config.json', '.interlock'],
  ['INTERL~1. /config.json', '.interlock'],
  ['.g\u200cit/config', '.git'],
  ['.interlock/settings.json', '.interlock'],
  ['sub/.Interlock/x', '.interlock'],
  ['git-link/hooks/pre-commit', '.git'],
];

test.each(protectedPaths)('does not write %j', async (path, folder) => {
  await mkdir(join(temp.root, '.git/hooks'), { recursive: true });
  await symlink('.git', join(temp.root, 'git-link'));
  const { text, failed } = await temp.run(writeFile, { path, content: 'x' });
  expect([failed, text]).toEqual([true, expect.stringContaining(` is not written: it belongs to ${folder}. `)]);
  expect(await readdir(join(temp.root, '.git/hooks'))).toEqual([]);
});

test('.git may be written if it was allowed explicitly', async () => {
  await mkdir(join(temp.root, '.git'));
  const workspace = await openWorkspace(temp.root, { alsoAllowed: [join(temp.root, '.git')] });
  expect(await temp.run(writeFile, { path: '.git/info', content: 'x' }, { workspace })).toEqual({
    text: 'Created .git/info (1 line).',
  });
});

test('rejects what is not a regular file', async () => {
  await mkdir(join(temp.root, 'folder'));
  await temp.put('file', 'content');
  execFileSync('mkfifo', [join(temp.root, 'pipe')]);
  const readOnly = await temp.put('read-only', 'content');
  await chmod(readOnly, 0o444);
  const workspace = await openWorkspace(temp.root, { alsoAllowed: ['/dev'] });
  const said = async (path: string): Promise<unknown> =>
    (await temp.run(writeFile, { path, content: 'x' }, { workspace })).text;
  expect([
    await said('folder'),
    await said('.'),
    await said('pipe'),
    await said('/dev/null'),
    await said('file/x'),
    await said('read-only'),
  ]).toEqual([
    'folder is a folder, not a file. Use list_files to see what is in it.',
    '. is a folder, not a file. Use list_files to see what is in it.',
    'pipe is a FIFO. Only regular files can be used.',
    '/dev/null is a device. Only regular files can be used.',
    'file/x does not exist: a part of the path is a file, not a folder.',
    'read-only is read-only. Change its permissions first, if it should be written.',
  ]);
  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
});

test.each([
  '../outside/secret.txt',
  '../outside/new.txt',
  'link',
  'link-folder/new.txt',
  'dangling',
  'ABSOLUTE',
  '../new.txt',
])('nothing outside is written: %s', async (path) => {
  await symlink(join(temp.outside, 'secret.txt'), join(temp.root, 'link'));
  await symlink(temp.outside, join(temp.root, 'link-folder'));
  await symlink('../outside/new.txt', join(temp.root, 'dangling'));
  const asked = path.replace('ABSOLUTE', join(temp.outside, 'secret.txt'));
  const { failed, text } = await temp.run(writeFile, { path: asked, content: 'x' });
  expect([failed, text]).toEqual([true, expect.stringContaining(`is outside the workspace ${temp.root}. `)]);
  expect(await readdir(temp.outside)).toEqual(['secret.txt']);
  expect(await readFile(join(temp.outside, 'secret.txt'), 'utf8')).toBe(`${secret}\n`);
  expect((await readdir(join(temp.root, '..'))).sort()).toEqual(['outside', 'work']);
});

test('concurrent writes of one file leave one of them, complete', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => `${index}\n`.repeat(1_000));
  await Promise.all(contents.map((content) => temp.run(writeFile, { path: 'a/b/c.txt', content })));
  expect(contents).toContain(await readFile(join(temp.root, 'a/b/c.txt'), 'utf8'));
  expect(await readdir(join(temp.root, 'a/b'))).toEqual(['c.txt']);
});

test('a cancelled call leaves the old file and nothing beside it', async () => {
  await temp.put('a.txt', 'old');
  const controller = new AbortController();
  const written = temp.run(writeFile, { path: 'a.txt', content: 'x'.repeat(5_000_000) }, { signal: controller.signal });
  controller.abort(new Error('stopped'));
  await expect(written).rejects.toThrow('stopped');
  expect([await readFile(join(temp.root, 'a.txt'), 'utf8'), await readdir(temp.root)]).toEqual(['old', ['a.txt']]);
});

test('what a call touches is the resolved path', async () => {
  await symlink('src', join(temp.root, 'alias'));
  const args = { path: 'alias/new.ts', content: '' };
  expect([writeFile.kind, writeFile.access(args, temp.workspace), writeFile.subject(args, temp.workspace)]).toEqual([
    'write',
    { writes: [join(temp.root, 'src/new.ts')] },
    'src/new.ts',
  ]);
});
