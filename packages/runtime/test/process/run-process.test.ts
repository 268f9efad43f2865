import { chmod, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import { type ProcessRequest, type ProcessResult, runProcess } from '../../src/process/run-process.ts';
import { holdersOf, isRunning, pidsIn } from './living.ts';

let folder = '';
beforeAll(async () => {
  folder = temporaryFolder('run-process');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const path = process.env['PATH'] ?? '/usr/bin:/bin';

/** Marks all processes that a test starts. */
const environment = (): Record<string, string> => ({ PATH: path, STARTED_BY: folder });

type Options = Partial<ProcessRequest>;

/** A long grace period for tests that should not need it: a test that waits for it has failed. */
const patient = { drainMs: 30_000, graceMs: 30_000 };

const sh = (script: string, options: Options = {}): Promise<ProcessResult> =>
  runProcess({
    file: '/bin/sh',
    args: ['-c', script],
    cwd: folder,
    environment: environment(),
    ...patient,
    ...options,
  });

const node = (script: string, options: Options = {}): Promise<ProcessResult> =>
  sh('', { file: process.execPath, args: ['-e', script], ...options });

/** Aborted as soon as the output matches. */
async function abortedAt(pattern: RegExp, run: (options: Options) => Promise<ProcessResult>): Promise<ProcessResult> {
  const controller = new AbortController();
  let seen = '';
  const onOutput = (text: string): void => {
    seen += text;
    if (pattern.test(seen)) controller.abort();
  };
  return run({ signal: controller.signal, onOutput });
}

const all = (head: string): ProcessResult['output'] => ({ head, tail: '', dropped: 0 });
const clean = { leftBehind: 0, remaining: [] };

describe('how it ended', () => {
  test.for<readonly [script: string, end: ProcessResult['end'], output: string]>([
    ['echo hello', { how: 'exited', code: 0 }, 'hello\n'],
    ['echo no >&2; exit 3', { how: 'exited', code: 3 }, 'no\n'],
    ['echo a; kill -KILL $$', { how: 'signalled', signal: 'SIGKILL' }, 'a\n'],
    ['kill -SEGV $$', { how: 'signalled', signal: 'SIGSEGV' }, ''],
    ['cat; echo no input', { how: 'exited', code: 0 }, 'no input\n'],
    ['exec >&- 2>&-; exit 7', { how: 'exited', code: 7 }, ''],
    ['(: < /dev/tty) 2>/dev/null || echo no terminal', { how: 'exited', code: 0 }, 'no terminal\n'],
    ['/no/such/program', { how: 'exited', code: 127 }, expect.stringContaining('not found')],
  ])('%s', async ([script, end, output]) => {
    expect(await sh(script)).toEqual({ end, output: all(output), ...clean });
  });

  test('stopped at its time limit, with its output so far', async () => {
    const end = { how: 'stopped', why: 'timeout' };
    // On a busy machine the process may need longer than the limit to print anything.
    let stopped = await sh('echo begun; exec sleep 1000', { timeoutMs: 300 });
    for (let timeoutMs = 600; stopped.output.head === ''; timeoutMs *= 2)
      stopped = await sh('echo begun; exec sleep 1000', { timeoutMs });
    expect(stopped).toEqual({ end, output: all('begun\n'), ...clean });
  });

  test('aborted before the start: nothing is started', async () => {
    const file = join(folder, 'made');
    const result = await sh(`echo > ${quoteWord(file)}`, { signal: AbortSignal.abort() });
    expect(result).toEqual({ end: { how: 'stopped', why: 'aborted' }, output: all(''), ...clean });
    await expect(realpath(file)).rejects.toThrow('ENOENT');
  });
});

describe('reports why it cannot start', () => {
  beforeAll(async () => {
    await writeFile(join(folder, 'plain'), 'text');
    await writeFile(join(folder, 'no-interpreter'), '#!/no/such/interpreter\n');
    await chmod(join(folder, 'no-interpreter'), 0o755);
  });

  test.for<readonly [title: string, request: (inside: string) => Options, code: string, message: string]>([
    ['no such program', () => ({ file: '/no/such/shell' }), 'ENOENT', 'The program /no/such/shell was not found'],
    ['no such folder', (inside) => ({ cwd: `${inside}/gone` }), 'ENOENT', '/gone does not exist'],
    ['a file as folder', (inside) => ({ cwd: `${inside}/plain` }), 'ENOTDIR', '/plain does not exist'],
    ['no program at all', (inside) => ({ file: `${inside}/plain` }), 'EACCES', 'cannot be run'],
    ['no interpreter', (inside) => ({ file: `${inside}/no-interpreter` }), 'ENOENT', 'was not found'],
    [
      'too long arguments',
      () => ({ args: ['-c', `: ${'x'.repeat(4_000_000)}`] }),
      'E2BIG',
      'longer than the system allows',
    ],
    ['a NUL in an argument', () => ({ args: ['-c', 'echo \0'] }), 'ERR_INVALID_ARG_VALUE', 'NUL'],
    ['a NUL in the folder', () => ({ cwd: '/tmp/\0' }), 'ERR_INVALID_ARG_VALUE', 'NUL'],
  ])('%s', async ([, request, code, message]) => {
    expect(await sh('echo', request(folder))).toEqual({
      end: { how: 'not-started', code, message: expect.stringContaining(message) },
      output: all(''),
      ...clean,
    });
  });
});

describe('output', () => {
  test('arrives as it is printed, with its stream', async () => {
    const heard: [string, string][] = [];
    // Continues only when its first line has been received.
    const gate = join(folder, 'gate');
    const result = await sh(`echo one; while [ ! -e ${quoteWord(gate)} ]; do sleep 0.01; done; echo two >&2`, {
      onOutput: (text, from) => {
        heard.push([text, from]);
        if (text === 'one\n') void writeFile(gate, '');
      },
    });
    expect(heard).toEqual([
      ['one\n', 'stdout'],
      ['two\n', 'stderr'],
    ]);
    expect(result.end).toEqual({ how: 'exited', code: 0 });
  });

  test('joins split characters, replaces invalid UTF-8, keeps control characters', async () => {
    const script = String.raw`printf '\303'; sleep 0.1; printf '\251|\377a\033[1m\000|\342\202'`;
    expect((await sh(script)).output).toEqual(all('é|\ufffda\u001b[1m\0|\ufffd'));
  });

  test('counts 200 MB without keeping them', async () => {
    const script = `printf begin; head -c 200000000 /dev/zero | tr '\\0' x; printf end`;
    const { end, output } = await sh(script, { maxOutput: 20 });
    expect({ end, output }).toEqual({
      end: { how: 'exited', code: 0 },
      output: { head: 'beginxxxxx', tail: 'xxxxxxxend', dropped: 200_000_008 - 20 },
    });
  });

  test('endless output is ended by an abort', async () => {
    const { end, output } = await abortedAt(/y/, (options) => sh('yes', { ...options, maxOutput: 8 }));
    expect(end).toEqual({ how: 'stopped', why: 'aborted' });
    expect(output.head).toBe('y\ny\n');
  });
});

describe('nothing is left behind', () => {
  const quick = { graceMs: 200, drainMs: 200 };

  /** Each command prints the pids of this many processes, and `ready` at the end. */
  test.for<readonly [title: string, count: number, script: string]>([
    ['a child that keeps running', 1, 'sleep 1000 & echo $!; echo ready; wait'],
    ['grandchildren', 3, `(sleep 1000 & echo $!; sh -c 'sleep 1000 & echo $!; wait') & echo $!; echo ready; wait`],
    ['one that ignores SIGTERM', 1, `trap '' TERM; echo $$; echo ready; while :; do sleep 1; done`],
    ['one that ignores everything it can', 1, `trap '' TERM INT HUP QUIT; echo $$; echo ready; exec sleep 1000`],
    ['one that stops itself', 1, 'echo $$; echo ready; kill -STOP $$; echo never'],
    ['a stopped child', 1, `sh -c 'trap "" TERM; echo $$; kill -STOP $$; sleep 1000' & echo ready; wait`],
    ['one in another group', 1, 'set -m; sleep 1000 & echo $!; echo ready; wait'],
    ['one in another session', 1, 'setsid sleep 1000 & echo $!; echo ready; wait'],
    ['one that left its session and parents', 1, `setsid sh -c 'sleep 1000 & echo $!'; echo ready; sleep 1000`],
    ['one that is never idle', 1, `sh -c 'echo $$; while :; do :; done' & echo ready; wait`],
    [
      'forty at once',
      40,
      'for i in 1 2 3 4 5 6 7 8 9 10; do (for j in 1 2 3 4; do sleep 1000 & echo $!; done); done; echo ready; sleep 1000',
    ],
  ])('after abort: %s', async ([title, count, script]) => {
    const pattern = new RegExp(`^(?=[\\s\\S]*ready)(?:[\\s\\S]*?^\\d+\\n){${count}}`, 'm');
    const result = await abortedAt(pattern, (options) => sh(script, { ...options, ...quick, mark: `abort, ${title}` }));
    expect(result).toMatchObject({ end: { how: 'stopped', why: 'aborted' }, ...clean });
    const pids = pidsIn(result.output.head);
    expect(pids).toHaveLength(count);
    expect([...pids.filter(isRunning), ...holdersOf(folder)]).toEqual([]);
  });

  test.for<readonly [title: string, script: string, count: number]>([
    ['a child that holds the pipe', 'sleep 1000 & echo $!', 1],
    ['a child that holds no pipe', 'sleep 1000 >/dev/null 2>&1 & echo $!', 1],
    ['nohup', 'nohup sleep 1000 >/dev/null 2>&1 & echo $!', 1],
    ['a daemon', `setsid sh -c 'sleep 1000 >/dev/null 2>&1 & echo $!'`, 1],
    [
      'one that ignores SIGTERM',
      `sh -c 'trap "" TERM; echo $$; : > set; exec sleep 1000' & until [ -e set ]; do :; done`,
      1,
    ],
    ['three', 'for i in 1 2 3; do sleep 1000 & echo $!; done', 3],
  ])('after a normal end: %s', async ([title, script, count]) => {
    const result = await sh(script, { ...quick, mark: `end, ${title}` });
    expect(result).toMatchObject({ end: { how: 'exited', code: 0 }, leftBehind: count, remaining: [] });
    const pids = pidsIn(result.output.head);
    expect(pids).toHaveLength(count);
    expect([...pids.filter(isRunning), ...holdersOf(folder)]).toEqual([]);
  });

  test('catches a process that keeps forking itself', async () => {
    const hop = join(folder, 'hop.sh');
    await writeFile(hop, `[ -e ${quoteWord(join(folder, 'halt'))} ] && exit\necho $$\nsh ${quoteWord(hop)} &\n`);
    const result = await abortedAt(/(\d+\n){5}/, (options) =>
      sh(`sh ${quoteWord(hop)}; exec sleep 1000`, { ...options, ...quick }),
    );
    expect(result.remaining).toEqual([]);
    await writeFile(`${folder}/halt`, '');
    expect([...pidsIn(result.output.head).filter(isRunning), ...holdersOf(folder)]).toEqual([]);
  });

  test('catches processes that multiply while they do', async () => {
    // There would be 128 processes in the end if they were left alone.
    const script = `b() { [ $1 -gt 0 ] || exec sh -c 'echo $$; exec sleep 1000'; b $(($1-1)) & b $(($1-1)) & wait; }; b 7`;
    const result = await abortedAt(/(\d+\n){4}/, (options) => sh(script, { ...options, ...quick }));
    expect(result.remaining).toEqual([]);
    expect(holdersOf(folder)).toEqual([]);
  });

  test('one that hides in every possible way blocks nothing; only that one remains', async () => {
    const script = `(setsid env -i sh -c 'echo $$; : > hidden; exec sleep 1000' &) ; until [ -e hidden ]; do :; done`;
    const { end, output, leftBehind } = await sh(script, { ...quick, mark: 'hidden' });
    const [pid = 0] = pidsIn(output.head);
    const wasRunning = isRunning(pid);
    if (wasRunning) process.kill(pid, 'SIGKILL');
    expect([end, leftBehind, wasRunning]).toEqual([{ how: 'exited', code: 0 }, 0, true]);
  });

  test('gives a process time to clean up on SIGTERM, once', async () => {
    const script = `process.on('SIGTERM', () => { console.log('asked'); setTimeout(() => process.exit(0), 100); });
      setInterval(() => {}, 1000); console.log('ready');`;
    const result = await abortedAt(/ready\n/, (options) => node(script, options));
    expect(result).toEqual({ end: { how: 'stopped', why: 'aborted' }, output: all('ready\nasked\n'), ...clean });
  });

  test('a stopped process gets the signal to end', async () => {
    const child = `trap "echo bye; exit" TERM; kill -STOP $$`;
    const script = `sh -c '${child}' & until grep -q "^State:.T" /proc/$!/status; do :; done; echo ready; wait`;
    const result = await abortedAt(/ready\n/, (options) => sh(script, options));
    expect(result).toEqual({ end: { how: 'stopped', why: 'aborted' }, output: all('ready\nbye\n'), ...clean });
  });

  test('one run does not end the processes of another', async () => {
    const other = new AbortController();
    let pid = 0;
    let begun = (): void => undefined;
    const ready = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const long = sh('echo $$; exec sleep 1000', {
      signal: other.signal,
      mark: 'run 1',
      onOutput: (text) => {
        pid = Number(text);
        begun();
      },
    });
    await ready;
    await abortedAt(/x/, (options) => sh('echo x; exec sleep 1000', { ...options, mark: 'run' }));
    expect(isRunning(pid)).toBe(true);
    other.abort();
    await long;
    expect(isRunning(pid)).toBe(false);
  });
});

test('has exactly the given environment, plus the marks of all runs around it', async () => {
  const { output } = await node('console.log(JSON.stringify(process.env))', {
    environment: { A: 'b', INTERLOCK_RUN: '<outer>' },
    mark: 'inner',
  });
  expect(JSON.parse(output.head)).toEqual({ A: 'b', INTERLOCK_RUN: `<outer><${process.pid} inner>` });
});
