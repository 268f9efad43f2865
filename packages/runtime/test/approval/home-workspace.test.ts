/** The home folder as the workspace, or as a folder that tools may use: credentials and start files. Tools and files are real. */
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import type { ApprovalMode } from '../../src/approval/approval.ts';
import { put } from '../process/confinement/fenced-folder.ts';
import { type Call, type Fate, openJudged } from './judged-session.ts';

let home = '';
beforeAll(async () => {
  home = temporaryFolder('home');
  for (const name of ['.ssh/id_rsa', '.aws/credentials', '.newagent/auth.json', '.authinfo', '.config/other/token'])
    await put(join(home, name), 'hush');
  for (const name of ['.bashrc', 'project/notes.txt', '.gitignore']) await put(join(home, name), 'text\n');
  symlinkSync('.ssh/id_rsa', join(home, 'plain'));
});
afterAll(() => rmSync(home, { recursive: true }));

const read = (path: string): Call => ['read_file', { path }];
const write = (path: string): Call => ['write_file', { path, content: 'changed' }];

async function judge(mode: ApprovalMode, calls: readonly Call[]): Promise<readonly Fate[]> {
  const judged = await openJudged({ mode, workspace: home, environment: { PATH: process.env['PATH'], HOME: home } });
  const fates = await judged.judge(calls);
  await judged.close();
  return fates;
}

test('credentials are not read, known or unknown, by any name', async () => {
  const names = ['.ssh/id_rsa', '.aws/credentials', '.newagent/auth.json', '.authinfo', '.config/other/token', 'plain'];
  expect(await judge('ask', names.map(read))).toEqual(names.map(() => 'refuses'));
  expect(await judge('ask', ['project/notes.txt', '.gitignore'].map(read))).toEqual(['runs', 'runs']);
});

test('a search does not quote them', async () => {
  const judged = await openJudged({ workspace: home, environment: { PATH: process.env['PATH'], HOME: home } });
  await judged.judge([['search_files', { pattern: 'hush' }]]);
  expect(JSON.stringify(judged.outcomes())).not.toContain('id_rsa');
  await judged.close();
});

test.each(['accept-edits', 'confined'] as const)(
  '%s asks before a start file is changed or made, and never writes credentials',
  async (mode) => {
    const starts = ['.bashrc', '.zshrc', '.config/fish/config.fish', '.config/systemd/user/x.service', '.local/bin/ls'];
    const calls = [...starts, '.ssh/authorized_keys', '.aws/config', 'project/new.txt'].map(write);
    expect(await judge(mode, calls)).toEqual([...starts.map(() => 'asks'), 'refuses', 'refuses', 'runs']);
    expect([readFileSync(join(home, '.bashrc'), 'utf8'), existsSync(join(home, '.zshrc'))]).toEqual(['text\n', false]);
    rmSync(join(home, 'project/new.txt'));
  },
);

test('what the user opens is read', async () => {
  const opened = [join(home, '.newagent')];
  const judged = await openJudged({ opened, workspace: home, environment: { PATH: process.env['PATH'], HOME: home } });
  expect(await judged.judge(['.newagent/auth.json', '.authinfo'].map(read))).toEqual(['runs', 'refuses']);
  await judged.close();
});
