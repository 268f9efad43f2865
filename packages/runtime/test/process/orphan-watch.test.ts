import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { OrphanWatch } from '../../src/process/orphan-watch.ts';
import { runProcess } from '../../src/process/run-process.ts';
import { isRunning } from './living.ts';

/** Enough time for two slow processors. Only a failing test waits this long. */
const patience = { timeout: 240_000, interval: 20 };

let folder = '';
const ours: number[] = [];
beforeEach(async () => {
  folder = temporaryFolder('orphan-watch');
});
afterEach(async () => {
  for (const pid of ours.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Each command prints the pids of this many processes. */
const commands: readonly (readonly [title: string, count: number, line: string])[] = [
  ['one that waits', 1, 'echo $$; exec sleep 1000'],
  ['one that ignores SIGTERM', 1, `trap '' TERM; echo $$; while :; do sleep 1; done`],
  ['one that ignores all it can', 1, `trap '' TERM INT HUP QUIT; echo $$; exec sleep 1000`],
  ['children and grandchildren', 3, `(sleep 1000 & echo $!; sh -c 'sleep 1000 & echo $!; wait') & echo $!; wait`],
  ['in the background', 1, 'sleep 1000 & echo $!; sleep 1000'],
  ['one that has stopped itself', 1, 'echo $$; kill -STOP $$'],
  ['one in another group', 1, 'set -m; sleep 1000 & echo $!; wait'],
  ['one in another session', 1, 'setsid sleep 1000 & echo $!; wait'],
  ['a daemon', 1, `setsid sh -c 'trap "" TERM; sleep 1000 >/dev/null 2>&1 & echo $!'; sleep 1000`],
  ['one that forks on and on', 1, 'echo $$; while :; do (sleep 0.01 &); sleep 0.01; done'],
  [
    'one that says good-bye',
    1,
    `trap 'echo bye > bye; exit' TERM; echo $$; exec >&- 2>&-; while :; do sleep 0.05; done`,
  ],
];

test('a command does not outlive the process that runs it, however that process ends', async () => {
  const bystander = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  ours.push(bystander.pid ?? 0);
  const program = fileURLToPath(new URL('run-until-killed.ts', import.meta.url));
  const lines = commands.map(([, , line]) => line);
  const args = ['--conditions=@interlock/source', program, folder, String(bystander.pid), ...lines];
  const runner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  ours.push(runner.pid ?? 0);
  const found = commands.map((): number[] => []);
  createInterface({ input: runner.stdout }).on('line', (line) => {
    const [index, pid] = line.split(' ').map(Number);
    if (!Number.isInteger(pid)) return;
    found[index ?? -1]?.push(pid ?? 0);
    ours.push(pid ?? 0);
  });
  const counts = commands.map(([, count]) => count);
  await vi.waitFor(() => expect(found.map(({ length }) => length)).toEqual(counts), patience);
  expect(found.flat().filter((pid) => !isRunning(pid))).toEqual([]);

  runner.kill('SIGKILL');
  const titles = (): string[] => commands.flatMap(([title], index) => (found[index]?.some(isRunning) ? [title] : []));
  await vi.waitFor(() => expect(titles()).toEqual([]), patience);
  // It received SIGTERM before SIGKILL.
  expect(await readFile(join(folder, 'bye'), 'utf8')).toBe('bye\n');
  await vi.waitFor(() => expect(shellsOf(runner.pid ?? 0)).toEqual([]), patience);
  // A process that is no longer watched is left alone.
  expect(isRunning(bystander.pid ?? 0)).toBe(true);
});

const run = (watch: OrphanWatch, script: string): Promise<string> =>
  runProcess({
    file: '/bin/sh',
    args: ['-c', script],
    cwd: folder,
    environment: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    mark: script,
    watch,
  }).then(({ output }) => output.head);

test('one shell watches everything and is replaced when it is killed', async () => {
  const watch = new OrphanWatch({ lingerMs: 600_000 });
  const own = (): readonly number[] => shellsOf(process.pid).filter((pid) => !before.includes(pid));
  const before = shellsOf(process.pid);
  await Promise.all(['echo a', 'echo b', 'echo c'].map((script) => run(watch, script)));
  const [first = 0, ...more] = own();
  expect([isRunning(first), more]).toEqual([true, []]);
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(own()).toEqual([]), patience);
  // Whether its end has already been noticed does not matter here.
  await vi.waitFor(async () => {
    expect(await run(watch, 'echo again')).toBe('again\n');
    expect(own()).toHaveLength(1);
  }, patience);
  ours.push(...own());
});

test('the shell exits when there is nothing to do', async () => {
  const before = shellsOf(process.pid);
  expect(await run(new OrphanWatch({ lingerMs: 1 }), 'echo a')).toBe('a\n');
  await vi.waitFor(() => expect(shellsOf(process.pid).filter((pid) => !before.includes(pid))).toEqual([]), patience);
});

test('without a shell nothing is watched, and everything runs', async () => {
  expect(await run(new OrphanWatch({ shell: '/no/such/shell' }), 'echo hello')).toBe('hello\n');
});

test('the watching shell does not use the user’s PATH', async () => {
  const before = shellsOf(process.pid);
  vi.stubEnv('PATH', `${folder}/planted:${process.env['PATH']}`);
  try {
    const watch = new OrphanWatch({ lingerMs: 600_000 });
    await run(watch, 'echo a');
    const own = shellsOf(process.pid).filter((pid) => !before.includes(pid));
    ours.push(...own);
    const environments = await Promise.all(own.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')));
    expect(environments).toEqual([expect.stringContaining('PATH=/usr/bin:/bin:')]);
    expect(environments.join()).not.toContain('planted');
  } finally {
    vi.unstubAllEnvs();
  }
});

/** The watching shells of a process, by their arguments. */
function shellsOf(owner: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith(`\0interlock-watch\0${owner}\0`);
      } catch {
        return false;
      }
    });
}
