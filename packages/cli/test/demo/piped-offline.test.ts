/** `interlock --offline` without a terminal answers piped text; without any, it plays its demonstration. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from '@interlock/cli';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { createStreams } from '../headless/sink.ts';
import { runCli } from '../run-cli.ts';

const home = temporaryFolder('piped');
const folder = temporaryFolder('looked-at');
writeFileSync(join(folder, 'only-here.txt'), 'x\n');
afterAll(() => {
  for (const each of [home, folder]) rmSync(each, { recursive: true, force: true });
});
const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
// A machine without a sandbox says so.
const args = ['--offline', '--cwd', folder, '--sandbox', 'off'];

test('answers a text on standard input and shows nothing else', async () => {
  const { code, stdout, stderr } = await runCli(args, { stdin: 'list\n', env });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: '`list_files *` returned 1 line:\n\n```\nonly-here.txt\n```\n',
  });
  // One line about the program, the call, and the usage.
  expect(stderr.split('\n')).toEqual([
    'Offline: a scripted model behind simulated providers on this machine. No key is needed, and nothing leaves your machine.',
    'list_files *',
    expect.stringMatching(/^session [\da-f-]{36} · anthropic\/claude-opus-4-8 · 2 requests · /),
    '',
  ]);
});

test('plays the demonstration for an empty one, in the named folder', async () => {
  const { code, stdout, stderr } = await runCli(args, { stdin: '', env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^One conversation, seven provider families\./);
  expect(stdout).toContain('list_files * returned 1 line: only-here.txt\n');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('does not wait for one that stays open and silent', async () => {
  const { io, stdout, stderr } = createStreams();
  const stdin = Object.assign(new PassThrough(), { isTTY: false });
  expect(await run(args, { ...io, stdin, env })).toBe(0);
  expect(stderr.text()).toMatch(/^interlock: No input arrived on standard input within 3 s; it is ignored\./);
  expect(stdout.text()).toContain('19 requests to 7 provider families, 19 accepted.');
});

test('finds its sessions only with --offline', async () => {
  const places = ['--cwd', folder];
  const listed = await runCli(['sessions', 'list', '--offline', '--json', ...places], { env });
  const sessions: readonly Record<string, unknown>[] = JSON.parse(listed.stdout);
  // The two demonstrations are stored as well, for the inspector.
  expect(sessions.map(({ title, turns }) => [title, turns])).toEqual([
    ['Look around.', 9],
    ['Look around.', 9],
    ['list', 1],
  ]);
  const session = { id: '', ...sessions.at(-1) };
  expect(session).toMatchObject({ workspace: folder });
  const shown = await runCli(['sessions', 'show', session.id, '--offline', ...places], { env });
  expect(shown.stdout).toContain('You\nlist\n\nanthropic/claude-opus-4-8\n');
  expect((await runCli(['doctor', session.id, '--offline', ...places], { env })).code).toBe(0);
  expect(await runCli(['sessions', 'show', session.id, ...places], { env })).toEqual({
    code: 2,
    stdout: '',
    stderr: `interlock: There is no session ${session.id}.\ninterlock sessions list --all lists them; with --offline, those of interlock --offline.\n`,
  });
});
