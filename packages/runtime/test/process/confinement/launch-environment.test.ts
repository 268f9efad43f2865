/** The programs that make a sandbox run outside: what a command's environment says to find, load or run must not reach them. */
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProcess } from '../../../src/process/run-process.ts';
import { fencedFolder } from './fenced-folder.ts';
import { confiningKinds, openIn } from './machine.ts';
import { proveFallback } from './prove-fallback.ts';

const kinds = await confiningKinds();
proveFallback(kinds);
const path = process.env['PATH'] ?? '';
const programs = [
  'mkdir',
  'cp',
  'ln',
  'cat',
  'mkfifo',
  'sh',
  'env',
  'perl',
  'mount',
  'stat',
  'setpriv',
  'node',
  'sleep',
];

test.each(kinds)('%s: the environment of a command decides nothing outside, and is its own inside', async (kind) => {
  const folder = await fencedFolder();
  onTestFinished(() => folder.remove());
  const { root, home, outside } = folder;
  await mkdir(join(root, 'bin'));
  for (const name of programs) {
    await writeFile(join(root, 'bin', name), `#!/bin/sh\ntouch "$OUTSIDE/${name}"\nexec /usr/bin/${name} "$@"\n`);
    await chmod(join(root, 'bin', name), 0o755);
  }
  await writeFile(join(root, 'trap.pm'), 'open F, ">", "$ENV{OUTSIDE}/perl5opt"; 1;\n');
  const environment = {
    PATH: `${join(root, 'bin')}${delimiter}${path}`,
    HOME: home,
    OUTSIDE: outside,
    PERL5LIB: root,
    PERL5OPT: '-Mtrap',
    LD_DEBUG: 'files',
    LD_DEBUG_OUTPUT: join(outside, 'libraries'),
    'BASH_FUNC_cd%%': '() { touch "$OUTSIDE/function"; builtin cd "$@"; }',
    ODD: 'a  "b"\n$(touch x) \'c\'',
    EMPTY: '',
    LC_MESSAGES: 'C',
  };
  const sandbox = await openIn(folder, kind, { environment });
  onTestFinished(() => sandbox.close());
  // The loader says what it does among the output where it cannot write.
  const names = [
    'PATH',
    'HOME',
    'OUTSIDE',
    'PERL5LIB',
    'PERL5OPT',
    'LD_DEBUG',
    'LD_DEBUG_OUTPUT',
    'ODD',
    'EMPTY',
    'LC_MESSAGES',
  ];
  const program = `process.stdout.write('@@@' + JSON.stringify(Object.entries(process.env).filter(([name]) => ${JSON.stringify(names)}.includes(name) || name.startsWith('INTERLOCK_INSIDE'))) + '@@@')`;
  const entry = await sandbox.enter({ file: process.execPath, args: ['-e', program] }, { cwd: root, environment });
  const { output } = await runProcess({ ...entry, cwd: root, mark: 'launch' });
  await entry.leave();
  const { 'BASH_FUNC_cd%%': _, ...own } = environment;
  expect({
    inside: Object.fromEntries(JSON.parse(output.head.split('@@@')[1] ?? '[]')),
    outside: await readdir(outside),
  }).toEqual({
    inside: own,
    outside: ['file'],
  });
});
