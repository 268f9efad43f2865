/** The scripts of package.json find a Node that is new enough, whatever Node and npm they are started with, and nothing else is needed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { quoteWord } from '@interlock/runtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTerminal } from '../../packages/cli/test/terminal/open-terminal.ts';
import { root } from '../architecture/repository.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);
const oldNode = join(import.meta.dirname, 'old-node.cjs');
const system = '/usr/bin:/bin';

function makeFolder(): string {
  const folder = temporaryFolder('node');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An executable file: a shell script that sets a variable and goes on with the Node that runs this test. */
function writeNode(folder: string, args: readonly string[] = [], startedBy = 'system'): void {
  mkdirSync(folder, { recursive: true });
  const command = [process.execPath, ...args].map(quoteWord).join(' ');
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nSTARTED_BY=${startedBy} exec ${command} "$@"\n`, { mode: 0o755 });
}

/** A repository with nothing but the file, and these Nodes in its `node_modules`. */
function makeRepository(installed: readonly string[]) {
  const folder = makeFolder();
  cpSync(join(root, 'newer-node.cjs'), join(folder, 'newer-node.cjs'));
  for (const name of ['node-fetch', 'other', ...installed])
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  for (const name of installed) {
    const place = join(folder, 'node_modules', name, 'bin');
    if (!name.endsWith('musl')) writeNode(place, [], name);
    else {
      mkdirSync(place);
      // As the kernel answers when the loader of a program is missing.
      writeFileSync(join(place, 'node'), '#!/no/loader\n', { mode: 0o755 });
    }
  }
  const start = (args: readonly string[], { isOld = true } = {}): ChildProcess => {
    const all = [...(isOld ? ['--require', oldNode] : []), join(folder, 'newer-node.cjs'), ...args];
    return spawn(process.execPath, all, { env: { PATH: system }, stdio: ['pipe', 'pipe', 'pipe'] });
  };
  return { folder, start };
}

async function outcome(child: ChildProcess, input = ''): Promise<object> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (piece) => (out += piece));
  child.stderr?.on('data', (piece) => (err += piece));
  child.stdin?.end(input);
  const [code, signal] = await once(child, 'close');
  return { code, signal, out, err };
}

const report = 'console.log(JSON.stringify([process.env.STARTED_BY, process.env.PATH, process.argv.slice(1)]))';

test.each([
  ['the one that is there, if it is new enough', false, ['node-some-os'], undefined],
  ['the one of this platform', true, ['node-some-os'], 'node-some-os'],
  ['the one that starts', true, ['node-a-musl', 'node-other-os'], 'node-other-os'],
])('takes %s', async (_, isOld, installed, expected) => {
  const { folder, start } = makeRepository(installed);
  const args = ['a b', "it's", '"', '--reporter=dot'];
  const path =
    expected === undefined ? system : `${join(folder, 'node_modules', expected, 'bin')}${delimiter}${system}`;
  expect(await outcome(start(['-e', report, '--', ...args], { isOld }))).toEqual({
    ...{ code: 0, signal: null, err: '' },
    out: `${JSON.stringify([expected, path, args].map((each) => each ?? null))}\n`,
  });
});

const wanted = 'Node 24.2 or newer is needed; this is v20.19.0, and ';

test.each([
  ['none', [], 'node_modules has none. Run `npm ci` with optional packages, or install one from https://nodejs.org.'],
  [
    'one for another C library',
    ['node-a-musl'],
    'the one in node_modules does not start on this system. Install one from https://nodejs.org.',
  ],
])('with %s: one sentence', async (_, installed, sentence) => {
  const { start } = makeRepository(installed);
  expect(await outcome(start(['-v']))).toEqual({ code: 1, signal: null, out: '', err: `${wanted}${sentence}\n` });
});

test('without node_modules: one sentence', async () => {
  const { folder, start } = makeRepository([]);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  expect(await outcome(start(['-v']))).toMatchObject({ code: 1, err: expect.stringContaining(wanted) });
});

test('exit codes and the standard streams pass through', async () => {
  const { start } = makeRepository(['node-some-os']);
  const program =
    "process.stdin.on('data', (text) => console.error(text + '!')).on('end', () => process.exit(7)); console.log('out')";
  expect(await outcome(start(['-e', program]), 'in')).toEqual({ code: 7, signal: null, out: 'out\n', err: 'in!\n' });
});

const catching = `
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
  process.on(signal, () => { console.log(signal); if (signal === process.argv[1]) process.exit(9); });
setInterval(() => {}, 1000); console.log('ready');`;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)('%s passes through', async (signal) => {
  const { start } = makeRepository(['node-some-os']);
  const child = start(['-e', catching, '--', signal]);
  child.stdout?.once('data', () => child.kill(signal));
  expect(await outcome(child)).toEqual({ code: 9, signal: null, out: `ready\n${signal}\n`, err: '' });
});

test('a program that dies of a signal', async () => {
  const { start } = makeRepository(['node-some-os']);
  const child = start(['-e', "process.kill(process.pid, 'SIGKILL')"]);
  expect(await outcome(child)).toMatchObject({ code: null, signal: 'SIGKILL' });
});

test('Ctrl-C at a terminal arrives once: the terminal sends it to all processes', async () => {
  const { folder } = makeRepository(['node-some-os']);
  const args = ['--require', oldNode, join(folder, 'newer-node.cjs'), '-e', catching, '--', 'SIGTERM'];
  const terminal = openTerminal(process.execPath, args, { env: { PATH: system } });
  onTestFinished(() => terminal.close());
  await terminal.until(/ready/);
  terminal.type('\u0003');
  await terminal.until(/SIGINT/);
  terminal.kill('SIGTERM');
  expect(await terminal.ended).toBe(9);
  expect(terminal.screen().match(/SIG\w+/g)).toEqual(['SIGINT', 'SIGTERM']);
});

test('every script begins with it', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commands = Object.values<string>(scripts).flatMap((line) => line.split(' && '));
  expect(commands.filter((command) => !/^(node newer-node\.cjs|npm (run|ci|install|test))\b/.test(command))).toEqual(
    [],
  );
  expect(commands.length).toBeGreaterThan(40);
});

describe('the two commands, with an old Node, in a folder with a blank, without the link in .bin', () => {
  /** The repository as it is built here. Third-party packages are linked, because there are thirty thousand files. */
  function copyRepository(): string {
    const folder = join(makeFolder(), 'repository');
    for (const part of [
      'package.json',
      'newer-node.cjs',
      'tsconfig.json',
      'tsconfig.base.json',
      'vitest.config.ts',
      'packages',
      'release',
      'test',
    ])
      cpSync(join(root, part), join(folder, part), {
        ...{ recursive: true, preserveTimestamps: true, verbatimSymlinks: true },
        filter: (path) => !path.endsWith('.test.ts'),
      });
    // Nothing to compile: the types of these tests take seconds, and are not the question.
    const nothing = { compilerOptions: { composite: true, types: [], outDir: '.cache' }, files: ['nothing.ts'] };
    writeFileSync(join(folder, 'tsconfig.test.json'), JSON.stringify(nothing));
    writeFileSync(join(folder, 'nothing.ts'), '');
    const linked = (below: string): void => {
      mkdirSync(join(folder, below));
      for (const name of readdirSync(join(root, below)).filter((each) => each !== '@interlock' && each !== '.bin'))
        symlinkSync(join(root, below, name), join(folder, below, name));
    };
    linked('node_modules');
    mkdirSync(join(folder, 'node_modules/@interlock'));
    for (const name of readdirSync(join(folder, 'packages')))
      symlinkSync(join('../../packages', name), join(folder, 'node_modules/@interlock', name));
    return folder;
  }

  const firstTest = `import { expect, test } from 'vitest';
test('it runs on a newer Node', () => expect(Number.parseInt(process.versions.node)).toBeGreaterThan(23));
`;

  test('npm start answers, and npm test starts', async () => {
    const folder = copyRepository();
    const programs = join(folder, '../programs');
    writeNode(programs, ['--require', oldNode]);
    const env = { HOME: join(folder, '..'), PATH: `${programs}:${process.env['PATH']}`, LANG: 'C.UTF-8' };
    const options = { cwd: folder, env };
    const child = run('npm', ['start', '--silent'], options);
    child.child.stdin?.end('hello');
    expect((await child).stdout).toContain('steer');
    writeFileSync(join(folder, 'test/first.test.ts'), firstTest);
    const { stdout } = await run('npm', ['test', '--silent', '--', 'test/first.test.ts', '--reporter=tap'], options);
    expect(stdout).toContain('ok 1 - it runs on a newer Node');
  });
});
