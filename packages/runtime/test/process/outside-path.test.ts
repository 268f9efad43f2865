/** Programs that work for the user are not taken from the workspace, where commands of the model may have put them. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { outsideEnvironment } from '../../src/process/outside-path.ts';
import { runKeyCommand } from '../../src/route/run-key-command.ts';
import { systemClock } from '../../src/time/clock.ts';

const folder = temporaryFolder('outside-path');
const [work, other, bin] = [join(folder, 'work'), join(folder, 'work-other'), join(folder, 'work/node_modules/.bin')];
for (const each of [bin, other]) mkdirSync(each, { recursive: true });
symlinkSync(bin, join(folder, 'link'));

test.each([
  ['folders inside go', [bin, '/usr/bin', work], ['/usr/bin']],
  ['links that lead inside go', [join(folder, 'link'), '/usr/bin'], ['/usr/bin']],
  ['relative and empty names go', ['.', '', 'bin', '/usr/bin'], ['/usr/bin']],
  ['neighbours stay, in their order', [other, '/nowhere', '/usr/bin'], [other, '/nowhere', '/usr/bin']],
])('PATH: %s', (_, given, left) => {
  expect(outsideEnvironment({ A: 'b', PATH: given.join(delimiter) }, work, '/home/someone')).toEqual({
    A: 'b',
    PATH: left.join(delimiter),
  });
});

test('in the home folder nothing changes, because its own programs are in there', () => {
  expect(outsideEnvironment({ PATH: bin }, folder, work)).toEqual({ PATH: bin });
});

test.skipIf(process.platform === 'win32')('a command for a key does not run a program of the workspace', async () => {
  writeFileSync(join(bin, 'print-key'), '#!/bin/sh\necho of-the-workspace\n', { mode: 0o755 });
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(work);
  const environment = { PATH: [bin, '/usr/bin', '/bin'].join(delimiter) };
  const end = await runKeyCommand('print-key', { environment, clock: systemClock, timeoutMs: 20_000 });
  expect(end).toEqual({ failed: 'ended with exit code 127' });
});
