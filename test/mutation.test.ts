/** A suite that cannot fail proves nothing: with any one repair turned off, conformance must fail. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './architecture/repository.ts';
import { mutants } from './conformance/mutants.ts';
import { share } from './property/runs.ts';

const run = promisify(execFile);

async function conformanceWith(mutant: string): Promise<string> {
  const script = join(root, 'test/conformance/mutant-run.ts');
  const { stdout } = await run(process.execPath, ['--conditions=@interlock/source', script, mutant]);
  return stdout.trim().split('\n').at(-1) ?? '';
}

test('passes with nothing disabled', async () => {
  expect(await conformanceWith('none')).toBe('green');
});

/** A few of them; all in the long form. */
test.concurrent.each(share(mutants, 9))('$name', async ({ name }) => {
  expect(await conformanceWith(name)).toMatch(/^red: /);
});
