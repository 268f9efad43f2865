/** A small project with a failing test, in a temporary folder: the scripted model fixes it, so that the user's files are not changed. */
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

export interface ScratchProject {
  /** Absolute, with links resolved. */
  readonly folder: string;
  remove(): Promise<void>;
}

export async function makeScratchProject(): Promise<ScratchProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'interlock-scratch-')));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Without `node` in the PATH, the one that runs this program is used.
  await symlink(process.execPath, join(folder, 'node'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs all tests, in the folder of the project. */
export const testCommand = './node --test --test-reporter=spec';

export const bug = { path: 'basket.mjs', wrong: 'sum += price;', right: 'sum += price * quantity;' } as const;

export const anotherTest = {
  path: 'empty.test.mjs',
  text: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from './basket.mjs';

test('an empty basket costs nothing', () => {
  assert.equal(total([]), 0);
});
`,
} as const;

const files: Readonly<Record<string, string>> = {
  [bug.path]: `/** What a basket costs, in cents. */
export function total(items) {
  let sum = 0;
  for (const { price, quantity } of items) {
    ${bug.wrong}
  }
  return sum;
}
`,
  'basket.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from './basket.mjs';

test('two apples cost twice as much as one', () => {
  assert.equal(total([{ name: 'apple', price: 40, quantity: 2 }]), 80);
});
`,
};
