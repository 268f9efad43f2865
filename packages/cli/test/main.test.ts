/** The command as it is installed: the built file, a separate process, real pipes. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileCache } from '../../../test/program/compile-cache.ts';
import type { Outcome } from './run-cli.ts';
import { writtenFiles } from './written-files.ts';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
const main = join(import.meta.dirname, '..', manifest.bin.interlock);
const file = writtenFiles();

const content = { speaker: 'human', blocks: [{ type: 'text', text: 'hello '.repeat(50) }] };

test('is built and reports its version', () => {
  expect(existsSync(main)).toBe(true);
  expect(readFileSync(main, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('--version', async () => {
  expect(await runProcess(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test('from one pipe to another', async () => {
  const { code, stdout, stderr } = await runProcess(
    ['render', '--to', 'anthropic', '--body'],
    JSON.stringify([content]),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toHaveProperty('messages');
});

test('errors: one message, no stack', async () => {
  expect(await runProcess(['check'], '[')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'interlock: stdin:1:2: The text ends too early. The list began at line 1, column 1.\n' +
      '    [\n     ^\nGet all of it, or close what is open.\n',
  });
});

test('a reader that stops early is not an error', async () => {
  const large = file('large.json', JSON.stringify(Array(20_000).fill(content)));
  const child = spawn(process.execPath, [main, 'render', '--to', 'ollama', large], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk) => errors.push(chunk));
  // The first chunk, then the pipe is closed while megabytes are still to come.
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, stderr: Buffer.concat(errors).toString() }).toEqual({ code: 0, stderr: '' });
});

test('several megabytes through pipes, complete', async () => {
  const history = JSON.stringify(Array(20_000).fill(content));
  const { code, stdout } = await runProcess(['render', '--to', 'ollama/qwen3', '--body', '--compact'], history);
  expect(code).toBe(0);
  // Consecutive contents of one role become one message.
  expect(JSON.parse(stdout).messages).toHaveLength(1);
  expect(stdout.length).toBeGreaterThan(5_000_000);
});

function runProcess(args: readonly string[], stdin?: string): Promise<Outcome> {
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env['PATH'], ...compileCache } });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  child.stdin.end(stdin ?? '');
  return new Promise((resolve) => {
    child.once('close', (code) =>
      resolve({ code: code ?? -1, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}
