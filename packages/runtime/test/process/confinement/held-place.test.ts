/** Several agents hold a place at the same time, and each may release it while another checks it. */
import { mkdirSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { isFreeOrHeld, markHeld } from '../../../src/process/confinement/held-place.ts';

function scratch(): string {
  const folder = temporaryFolder('held');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each<readonly [what: string, isFree: boolean, make: (path: string) => void]>([
  ['nothing', true, () => {}],
  ['an empty folder', true, (path) => mkdirSync(path)],
  ['a folder with something in it', false, (path) => mkdirSync(join(path, 'tools'), { recursive: true })],
  ['a file', false, (path) => writeFileSync(path, '')],
  ['a link that leads nowhere', false, (path) => symlinkSync('gone', path)],
])('%s: %s', (_, isFree, make) => {
  const path = join(scratch(), '.interlock');
  make(path);
  expect(isFreeOrHeld(path)).toBe(isFree);
});

test('is free while it is held and after it was released', async () => {
  const path = join(scratch(), '.interlock');
  const mark = await markHeld(path);
  expect(isFreeOrHeld(path)).toBe(true);
  rmdirSync(mark);
  rmdirSync(path);
  expect(isFreeOrHeld(path)).toBe(true);
});
