import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { findProgram } from '../../../src/process/confinement/find-programs.ts';

let folder = '';
beforeAll(async () => {
  folder = temporaryFolder('confine');
  await Promise.all(['work/bin', 'tools', 'links', 'plain', 'folder/guard'].map((name) => make(name)));
  await program('work/bin/guard');
  await program('tools/guard');
  await writeFile(join(folder, 'plain/guard'), '');
  await symlink(join(folder, 'work/bin/guard'), join(folder, 'links/guard'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const make = (name: string): Promise<unknown> => mkdir(join(folder, name), { recursive: true });

async function program(name: string): Promise<void> {
  await writeFile(join(folder, name), '#!/bin/sh\n');
  await chmod(join(folder, name), 0o755);
}

test.for<readonly [title: string, path: readonly string[], found: string | undefined]>([
  ['found', ['tools'], 'tools/guard'],
  ['skips what the workspace supplies', ['work/bin'], undefined],
  ['also through a link', ['links'], undefined],
  ['uses the next one instead', ['work/bin', 'links', 'plain', 'folder', 'gone', 'tools'], 'tools/guard'],
  ['nowhere', [], undefined],
])('a program: %s', ([, path, found]) => {
  const workspace = { root: join(folder, 'work'), alsoAllowed: [] };
  const folders = ['', '.', 'work/bin', ...path.map((name) => join(folder, name))];
  expect(findProgram('guard', workspace, folders.join(':'))).toBe(found && join(folder, found));
});
