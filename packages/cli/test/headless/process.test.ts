/** The program as a separate process: signals, closed pipes, and the one code path of all modes. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createJsonlStore, type SessionRecord } from '@interlock/runtime';
import { script } from '@interlock/simulators';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { comparableRecords } from '../../../../test/modes/comparable-records.ts';
import { programArgs } from '../../../../test/program/bundle.ts';
import { type ScriptedProvider, startProvider } from './scripted-provider.ts';

const program = programArgs('main');
const five = [
  { tool: 'read_file', args: { path: 'a.txt' }, id: 'toolu_01five0' },
  { tool: 'read_file', args: { path: 'b.txt' }, id: 'toolu_01five1' },
  { tool: 'list_files', args: {}, id: 'toolu_01five2' },
  { tool: 'write_file', args: { path: 'a.txt', content: 'changed' }, id: 'toolu_01five3' },
  { tool: 'search_files', args: { pattern: 'second' }, id: 'toolu_01five4' },
];
const slow = (seconds: number) => ({ tool: 'run_command', args: { command: `echo begun; sleep ${seconds}` } });

/** Ignores the request to end. */
const stubborn = "trap '' TERM INT; echo $$ > pid.txt; echo begun; while true; do sleep 0.1; done";

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startProvider(
    script([
      { when: { user: '^delegate', of: 'task' }, say: 'The subagent is done.' },
      { when: { user: '^delegate' }, call: [{ tool: 'task', args: { description: 'five', prompt: 'Do the five.' } }] },
      { when: { of: 'search_files' }, say: 'Five results have come.' },
      { when: { user: 'five' }, say: 'I do all five.', call: five },
      {
        when: { user: 'fan out' },
        say: 'Two and one.',
        call: [{ tool: 'read_file', args: { path: 'b.txt' } }, slow(600)],
      },
      { when: { user: 'stubborn' }, call: [{ tool: 'run_command', args: { command: stubborn } }] },
      { when: { user: 'talk' }, say: 'word '.repeat(20_000) },
    ]),
  );
  await writeFile(join(provider.workspace, 'b.txt'), 'second');
});
afterAll(() => provider.close());

const running: ChildProcessByStdio<Writable, Readable, Readable>[] = [];
afterEach(() => {
  for (const child of running.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [...program, '--cwd', provider.workspace, ...args], {
    env: provider.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.push(child);
  child.stdin.end();
  let out = '';
  let err = '';
  let heard = (): void => undefined;
  const hear = (): void => heard();
  child.stdout.on('data', (chunk) => {
    out += chunk;
    hear();
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
    hear();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  const printed = async (what: RegExp): Promise<void> => {
    while (!what.test(out + err)) {
      const more = new Promise<undefined>((resolve) => {
        heard = () => resolve(undefined);
      });
      const end = await Promise.race([more, ended]);
      if (end !== undefined) throw new Error(`It ended with ${end.code}:\n${out}${err}`);
    }
  };
  return { child, ended, printed };
}

const last = (out: string): Record<string, unknown> => JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');

async function recordsOf(id: string): Promise<readonly SessionRecord[]> {
  const store = createJsonlStore(join(provider.env['XDG_STATE_HOME'] ?? '', 'interlock', 'sessions'));
  const { records } = await store.read(id);
  const all: SessionRecord[] = [];
  for await (const { record } of records) all.push(record);
  await store.close();
  return all;
}

test('REQ-915-011, REQ-915-029: SIGINT during a fan-out keeps the finished result and closes the other; exit code 130', async () => {
  const { child, ended, printed } = start([
    '-p',
    'fan out',
    '--allow',
    'run_command',
    '--output-format',
    'stream-json',
  ]);
  await printed(/"tool-progress".*begun/);
  child.kill('SIGINT');
  const { code, out, err } = await ended;
  expect(code).toBe(130);
  expect(err).toContain('interlock: Cancelled.');
  const result = last(out);
  expect(result).toMatchObject({ type: 'result', outcome: 'cancelled', text: 'Two and one.' });
  expect(result['calls']).toEqual({ complete: 1, error: 0, other: 1 });
  // The stored session is intact and continues normally.
  const records = await recordsOf(String(result['session']));
  const answers = records.flatMap((record) =>
    record.kind === 'content' && record.content.speaker === 'tool' ? record.content.blocks : [],
  );
  expect(answers).toMatchObject([
    { toolName: 'read_file', result: expect.stringContaining('second') },
    { toolName: 'run_command', synthetic: 'interrupted' },
  ]);
  expect(records.at(-1)).toMatchObject({ kind: 'turn-end', outcome: 'cancelled' });
});

test('SIGTERM: exit code 143', async () => {
  const { child, ended, printed } = start(['-p', 'fan out', '--allow', 'run_command']);
  await printed(/run_command/);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 143, out: 'Two and one.\n' });
});

test('a second SIGINT ends at once', async () => {
  const { child, ended, printed } = start([
    '-p',
    'stubborn',
    '--allow',
    'run_command',
    // The command prints its own process id, which is different inside the sandbox.
    '--sandbox',
    'off',
    '--output-format',
    'stream-json',
  ]);
  await printed(/"tool-progress".*begun/);
  child.kill('SIGINT');
  await printed(/Press Ctrl-C again to exit/);
  child.kill('SIGINT');
  const { signal, out } = await ended;
  process.kill(-Number(await readFile(join(provider.workspace, 'pid.txt'), 'utf8')), 'SIGKILL');
  expect(signal).toBe('SIGINT');
  expect(out).not.toContain('"result"');
});

test('a reader that closes the pipe early: cancels the turn, exit code 141, no message', async () => {
  const { child, ended } = start(['-p', 'talk', '--output-format', 'stream-json', '--quiet']);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await ended).toMatchObject({ code: 141, err: '' });
});

test('a long answer through a pipe, complete', async () => {
  const { ended } = start(['-p', 'talk', '--quiet']);
  const { code, out, err } = await ended;
  expect({ code, err, length: out.length }).toEqual({ code: 0, err: '', length: 100_001 });
});

test('REQ-915-029, REQ-915-045: the same five calls by -p and by a task of the real program: same requests, same records', async () => {
  await writeFile(join(provider.workspace, 'a.txt'), 'first');
  provider.seen.length = 0;
  const print = await start(['-p', 'Do the five.', '--allow', 'write_file', '--output-format', 'json']).ended;
  expect(print.code).toBe(0);
  const printSeen = provider.seen.splice(0);
  await writeFile(join(provider.workspace, 'a.txt'), 'first');
  const task = await start(['-p', 'delegate it', '--allow', 'write_file', '--output-format', 'json']).ended;
  expect(task.code).toBe(0);
  const taskSeen = provider.seen.filter(({ turns }) => !turns.some(({ text }) => text.includes('delegate')));
  expect(printSeen.length).toBe(2);
  expect(taskSeen).toEqual(printSeen);
  const child = await childOf(String(last(task.out)['session']));
  const records = await recordsOf(String(last(print.out)['session']));
  expect(records.filter(({ kind }) => kind === 'call-end').length).toBe(5);
  expect(comparableRecords(await recordsOf(child))).toEqual(comparableRecords(records));
});

async function childOf(parent: string): Promise<string> {
  const store = createJsonlStore(join(provider.env['XDG_STATE_HOME'] ?? '', 'interlock', 'sessions'));
  const found = (await store.list()).find(({ header }) => header.parent === parent);
  await store.close();
  if (found === undefined) throw new Error('No subagent was started.');
  return found.header.id;
}
