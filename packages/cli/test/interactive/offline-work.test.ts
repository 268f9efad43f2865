/** A coding agent at a real terminal, offline: an edit with its diff, custom files, a switch of the provider, and a kill. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { type OpenTerminal, openTerminal } from '../terminal/open-terminal.ts';

const home = temporaryFolder('offline-work');
const [workspace, temporary] = [join(home, 'project'), join(home, 'tmp')];
const guard = 'echo "no lists here" >&2; exit 2';
const files = {
  '.interlock/commands/more.md': '---\ndescription: One more\n---\nadd a test',
  '.interlock/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDFs.\n---\nPage by page.',
  '.interlock/agents/reviewer.md': '---\ndescription: Reviews\n---\nYou are the reviewer.',
  '.interlock/config.json': JSON.stringify({ hooks: { beforeTool: [{ command: guard, tools: ['list_files'] }] } }),
  'notes.txt': 'TODO: say more\n',
};
mkdirSync(temporary);
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}
let terminal: OpenTerminal;
afterAll(async () => {
  await terminal.close();
  rmSync(home, { recursive: true, force: true });
});

const env = { HOME: home, PATH: process.env['PATH'] ?? '', TMPDIR: temporary };
const start = (args: readonly string[]): OpenTerminal =>
  openTerminal(
    process.execPath,
    [...programArgs('main'), '--offline', '--sandbox', 'off', '--allow', 'run_command', '--cwd', workspace, ...args],
    { env, rows: 70, cols: 110 },
  );
const say = async (text: string, shown: RegExp): Promise<string> => {
  terminal.type(`${text}\r`);
  return terminal.until(shown);
};
const scratch = (): string =>
  join(temporary, readdirSync(temporary).find((name) => name.startsWith('interlock-scratch-')) ?? '');

test('a test is fixed, the provider changes, custom files are used, and a kill loses nothing', async () => {
  terminal = start(['--trust']);
  await terminal.until(/> Ask something[\s\S]*anthropic\//);
  const asked = await say('fix the test', /Allow edit_file\?[\s\S]*\[n\] no/);
  expect(asked).toMatch(/✗ run_command [\s\S]*-\s+sum \+= price;\n.*\+\s+sum \+= price \* quantity;/);
  await say('y', /The test passes now\.[\s\S]*> Ask something/);
  expect(readFileSync(join(scratch(), 'basket.mjs'), 'utf8')).toContain('sum += price * quantity;');

  await say('/model openai/gpt-5.6-terra', /The next message goes to openai\/gpt-5\.6-terra/);
  await say('/more', /Allow write_file\?[\s\S]*\+ {2}assert\.equal\(total\(\[\]\), 0\);[\s\S]*\[n\] no/);
  await say('y', /All 2 tests pass\.[\s\S]*> Ask something/);
  await say('skill pdf', /Page by page\.[\s\S]*> Ask something/);
  await say('task reviewer: search for TODO', /✓ task [\s\S]*notes\.txt:1: TODO: say more[\s\S]*> Ask something/);
  await say('list', /list_files \*[\s\S]*no lists here[\s\S]*> Ask something/);
  await say('run echo begun; sleep 600', /● run_command .*\n {2}begun\n/);

  terminal.kill('SIGKILL');
  await terminal.ended;
  terminal = start(['--continue']);
  await terminal.until(/> Ask something[\s\S]*openai\/gpt-5\.6-terra/);
  // Five calls, two more, and those of the skill, the task, the list and the command: each has its result.
  await say(
    'what do you remember?',
    /This is openai\/gpt-5\.6-terra\.[\s\S]*11 calls\s+and\s+11\s+results, so\s+no\s+call\s+is\s+left\s+open/,
  );
  await say('list', /list_files \*[\s\S]*no lists here[\s\S]*> Ask something/);
  terminal.type('/quit\r');
  expect(await terminal.ended).toBe(0);
  expect(readdirSync(workspace).toSorted()).toEqual(['.interlock', 'notes.txt']);
});
