import { Readable, Writable } from 'node:stream';
import { run } from '@interlock/cli';
import { expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const exits = `Exit codes:
  0  done; for check: nothing is wrong
  1  the input is wrong: no JSON, no history, or check found something
  2  it could not be run: an unknown option, provider or file; no place to write to
  3  a fault of interlock itself
`;

test('--version', async () => {
  expect(await runCli(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
});

test.each([['--help'], ['render', '--help'], ['check', '--help'], ['simulate', '--help']])('%s %s', async (...args) => {
  const { code, stdout, stderr } = await runCli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: interlock /);
  expect(stdout).toContain(exits);
  // Without a terminal of its own it is written for one of 100 columns.
  expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
});

test.each(['render', 'check', 'simulate'])('%s --help has examples that are the command’s own', async (command) => {
  const { stdout } = await runCli([command, '--help']);
  const examples = /Examples:\n((?: {2}.*\n)+)/.exec(stdout)?.[1] ?? '';
  expect(examples.split('\n').filter((line) => line.includes(`interlock ${command} `)).length).toBeGreaterThan(2);
});

test('nothing to do: help, and an exit code that says so', async () => {
  const { code, stdout, stderr } = await runCli([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage: interlock \[options\] \[command\]\n/);
});

test('an unknown command', async () => {
  expect(await runCli(['rendr'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "interlock: unknown command 'rendr'\n(Did you mean render?)\n--help lists what there is.\n",
  });
});

const history = '[{"speaker":"human","blocks":[{"type":"text","text":"hello"}]}]';

/** A stream that fails as the system would. */
function failing(code: string): Writable {
  const write = (_chunk: unknown, _encoding: string, done: (error: Error) => void): void =>
    done(Object.assign(new Error(`${code}: it is so`), { code }));
  return new Writable({ write }).on('error', () => {});
}

test.each([
  ['EPIPE', 0, ''],
  ['ENOSPC', 2, 'interlock: The output cannot be written: ENOSPC: it is so\n'],
])('output that ends in %s: exit code %i', async (error, code, told) => {
  const chunks: Buffer[] = [];
  const stderr = new Writable({ write: (chunk, _, done) => done(void chunks.push(chunk) as undefined) });
  const io = { stdin: Readable.from([history]), stdout: failing(error), stderr, env: {} };
  expect(await run(['render', '--to', 'openai'], io)).toBe(code);
  expect(Buffer.concat(chunks).toString()).toBe(told);
});

test('nobody to tell: the exit code is left', async () => {
  const io = { stdin: Readable.from(['']), stdout: failing('EIO'), stderr: failing('EIO'), env: {} };
  expect(await run(['render', '--to', 'openai'], io)).toBe(2);
});
