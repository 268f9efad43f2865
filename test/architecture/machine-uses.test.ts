import { expect, test } from 'vitest';
import { findMachineUses } from './machine-uses.ts';
import { sourceOf } from './source.ts';

test.each([
  ["import { mkdtempSync } from 'node:fs'; mkdtempSync('/tmp/x-');", 'mkdtempSync: use temporaryFolder'],
  ["import { mkdtemp as make } from 'node:fs/promises';", 'mkdtemp: use temporaryFolder'],
  ["import { join } from 'node:path'; const at = join(os.tmpdir(), 'x');", 'tmpdir: use temporaryFolder'],
  ['spawn("x", [], { env: { ...process.env, A: "1" } });', 'process.env as a whole: use chosenEnvironment'],
  ['spawn("x", [], { env: process.env });', 'process.env as a whole: use chosenEnvironment'],
  ['const all = process.env;', 'process.env as a whole: use chosenEnvironment'],
  ['const { A, ...others } = process.env;', 'process.env as a whole: use chosenEnvironment'],
])('%s is refused', (text, problem) => {
  expect(findMachineUses(sourceOf(text)).map((finding) => finding.problem)).toContain(problem);
});

test.each([
  ["const path = process.env['PATH'];"],
  ['const { PATH } = process.env;'],
  ["const folder = temporaryFolder('x');"],
  ["const text = 'mkdtemp(process.env)';"],
])('%s is fine', (text) => {
  expect(findMachineUses(sourceOf(text))).toEqual([]);
});
