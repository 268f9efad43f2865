/** A provider and a protocol brought from outside: a program far from here, on the packed packages, whose requests are all accepted. */
import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { installPacked, publicPackages, root } from './install.ts';

const program = 'outside-provider.ts';
const wanted: readonly string[] = ['@interlock/transcript', '@interlock/wire', '@interlock/simulators'];

test('every field case is accepted when an outside provider sends it by an outside protocol', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interlock-outside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const packages = new Map([...publicPackages()].filter(([, { name }]) => wanted.includes(name)));
  await installPacked(packages, folder);
  copyFileSync(join(import.meta.dirname, program), join(folder, program));
  const histories = globSync(join(root, 'fixtures/field/*.json')).length;
  const { stdout } = await promisify(execFile)(process.execPath, [program, join(root, 'fixtures/field')], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  expect(histories).toBeGreaterThan(100);
  expect(JSON.parse(stdout)).toEqual({ histories, accepted: histories, failed: [] });
});
