import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { workspaceFolder } from '../../src/store/jsonl/session-paths.ts';
import { createJsonlStore } from '../../src/store/jsonl-store.ts';
import { collect, describeStore, headerOf, refusal, textRecord } from './contract.ts';
import { lockOf, pathsOf, tempFolder, tempStore, writeSession } from './jsonl/temp-session.ts';

describeStore('the JSONL store', async () => {
  const folder = temporaryFolder('store');
  let store = createJsonlStore(folder, { lockWaitMs: 100 });
  return {
    store,
    reopen: async () => {
      await store.close();
      store = createJsonlStore(folder, { lockWaitMs: 100 });
      return store;
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('the JSONL store is private', () => {
  const modes = async (folder: string): Promise<Readonly<Record<string, string>>> => {
    const names = await readdir(folder, { recursive: true });
    const found = await Promise.all(
      names
        .toSorted()
        .map(async (name) => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)] as const),
    );
    return Object.fromEntries(found);
  };

  test.each(['000', '022', '377'])('with any umask, such as %s', async (umask) => {
    const folder = join(await tempFolder(), 'deep', 'store');
    const script = fileURLToPath(new URL('jsonl/private-process.ts', import.meta.url));
    const child = spawn(process.execPath, [script, folder, umask], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([0, null]);
    const workspace = basename(workspaceFolder(folder, '/home/ada/project'));
    expect(await modes(dirname(dirname(folder)))).toEqual({
      deep: '700',
      'deep/store': '700',
      [`deep/store/${workspace}`]: '700',
      [`deep/store/${workspace}/s1.files`]: '700',
      [`deep/store/${workspace}/s1.files/result.txt`]: '600',
      [`deep/store/${workspace}/s1.jsonl`]: '600',
      [`deep/store/${workspace}/s1.skipped.jsonl`]: '600',
      [`deep/store/${workspace}/workspace.json`]: '600',
      'deep/store/locks': '700',
      'deep/store/locks/s1.lock': '600',
    });
  });

  test('closes a session file to others when it is opened', async () => {
    const folder = await tempFolder();
    await writeSession(folder, ['one']);
    const { file } = pathsOf(folder, 's1');
    await chmod(file, 0o644);
    await tempStore(folder).open('s1');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('does not follow a link in place of a session', async () => {
    const folder = await tempFolder();
    await writeSession(folder, ['one']);
    const { file } = pathsOf(folder, 's1');
    await rename(file, join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), file);
    const store = tempStore(folder);
    expect(await refusal(store.open('s1'))).toBe('unavailable');
    expect(await refusal(store.read('s1'))).toBe('unreadable');
    expect(await store.list()).toEqual([]);
  });
});

describe('a folder that cannot be used', () => {
  test.each([
    ['a place where nothing can be created', async () => '/sys/interlock', 'read-only'],
    ['a file in its place', async () => await fileIn(await tempFolder()), 'unreadable'],
    ['a file above it', async () => join(await fileIn(await tempFolder()), 'below'), 'unreadable'],
  ])('%s: rejected with the reason', async (_name, place, code) => {
    const store = tempStore(await place());
    expect(await refusal(store.create(headerOf('s1')))).toBe(code);
  });

  const fileIn = async (folder: string): Promise<string> => {
    await writeFile(join(folder, 'file'), '');
    return join(folder, 'file');
  };

  test('a session that could not be created leaves nothing behind', async () => {
    const folder = await tempFolder();
    const { unfinished } = pathsOf(folder, 's1');
    // A folder in the place of its file.
    await mkdir(join(unfinished, 'x'), { recursive: true });
    const store = tempStore(folder);
    expect(await refusal(store.create(headerOf('s1')))).toBe('unavailable');
    expect(await store.list()).toEqual([]);
    expect(await readdir(dirname(lockOf(folder, 's1')))).toEqual([]);
    await rm(unfinished, { recursive: true });
    await store.create(headerOf('s1'));
  });
});

describe('side files', () => {
  test('are stored beside their session and deleted with it', async () => {
    const folder = await tempFolder();
    const store = tempStore(folder);
    await (await store.create(headerOf('s1'))).close();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const path = await store.sideFiles.keep('s1', 'Image.png', bytes);
    expect(path).toBe(join(pathsOf(folder, 's1').sideFiles, '=image.png'));
    expect(await readFile(path)).toEqual(Buffer.from(bytes));
    await store.sideFiles.keep('s1', 'result.txt', 'first');
    await store.sideFiles.keep('s1', 'result.txt', 'sécond');
    expect(Buffer.from(await store.sideFiles.read('s1', 'result.txt')).toString()).toBe('sécond');
    expect(Buffer.from(await store.sideFiles.read('s1', 'Image.png'))).toEqual(Buffer.from(bytes));
    expect((await readdir(pathsOf(folder, 's1').sideFiles)).toSorted()).toEqual(['=image.png', 'result.txt']);
    expect(await store.list()).toHaveLength(1);
    await store.delete('s1');
    expect(await readdir(pathsOf(folder, 's1').folder)).toEqual(['workspace.json']);
  });

  test.each(['', '.', '..', '../x', 'a/b', '.hidden', 'a\u0000', '-x'])('reject the name %j', async (name) => {
    const store = tempStore(await tempFolder());
    await store.create(headerOf('s1'));
    expect(await refusal(store.sideFiles.keep('s1', name, ''))).toBe('invalid-id');
    expect(await refusal(store.sideFiles.read('s1', name))).toBe('invalid-id');
  });

  test('require an existing session', async () => {
    const store = tempStore(await tempFolder());
    expect(await refusal(store.sideFiles.keep('s1', 'x', ''))).toBe('not-found');
    await store.create(headerOf('s1'));
    expect(await refusal(store.sideFiles.read('s1', 'x'))).toBe('not-found');
  });
});

test('reading while a writer is in the middle of a line sees complete lines and no damage', async () => {
  const folder = await tempFolder();
  const store = tempStore(folder);
  const log = await store.create(headerOf('s1'));
  const stored = await log.append(textRecord('one'), true);
  await writeFile(pathsOf(folder, 's1').file, '{"sum":"0123', { flag: 'a' });
  const { records, warnings } = await store.read('s1');
  expect([await collect(records), warnings]).toEqual([[stored], []]);
});

test('ignores other files in the folder', async () => {
  const folder = await tempFolder();
  await writeSession(folder, ['one']);
  const { folder: workspace } = pathsOf(folder, 's1');
  await mkdir(join(folder, 'other'));
  for (const name of ['x', 'UPPER.jsonl', '=.jsonl', '.jsonl', 'a.b.jsonl', 's1.jsonl.bak'])
    await writeFile(join(workspace, name), 'x');
  await mkdir(join(workspace, 'folder.jsonl'));
  const warnings: string[] = [];
  const store = tempStore(folder, { onWarning: ({ message }) => warnings.push(message) });
  expect((await store.list()).map(({ header }) => header.id)).toEqual(['s1']);
  expect(warnings).toEqual([expect.stringMatching(/^Session folder cannot be read \(EISDIR\)/)]);
});
