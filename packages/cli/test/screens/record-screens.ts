/** `npm run screens`: plays a newcomer's first minute in a pseudo-terminal, and writes the screens to docs/screens. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { svgOfScreen } from './svg-of-screen.ts';

const root = join(import.meta.dirname, '../../../..');
const home = temporaryFolder('screens');
/** A small folder to work in, whose short path shows nothing of this machine. */
const project = join(home, 'project');
await mkdir(project);
for (const name of ['README.md', 'LICENSE', 'examples'])
  await cp(join(root, name), join(project, name), { recursive: true });
const cols = 100;
const rows = 34;
const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
const pty = spawn(process.execPath, [join(root, 'packages/cli/bin/interlock.js'), '--offline'], {
  name: 'xterm-256color',
  cols,
  rows,
  cwd: project,
  env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' },
});
terminal.onData((text) => pty.write(text));
pty.onData((text) => terminal.write(text));

await until(/Ask something/);
await say('look around\r', /what do you remember/);
await keep('look-around', 'Five calls at once, side by side, and the answer');
await say('run git log --oneline -3\r', /Allow run_command\?/);
await keep('approval', 'A command needs approval');
await say('n\r', /Ask something/);
await say('fix the test\r', /Allow run_command\?/);
await say('y\r', /Allow edit_file\?/);
await keep('edit', 'A change needs approval, with its diff');
await say('y\r', /Allow run_command\?/);
await say('y\r', /The test passes now[\s\S]*Ask something/);
await say('/model\r', /Which model/);
await keep('model', 'The list of models, searched by typing');
await say('gemini\r', /The next message goes to/);
await say('add a test\r', /Allow write_file\?/);
await say('y\r', /Allow run_command\?/);
await say('y\r', /All 2 tests pass[\s\S]*Ask something/);
await say('what do you remember?\r', /no call is left open/);
await keep('switched', 'The conversation continues with another provider');
await say('background sleep 300\r', /1 job/);
await say('/jobs\r', /sleep 300/);
await keep('jobs', 'A command runs in the background');
await say('\u001b', /Ask something/);
await say('/mode plan\r', /plan mode/);
await say('plan\r', /Carry out this plan\?/);
await keep('plan', 'A plan to approve, change or reject');

pty.kill('SIGKILL');
await rm(home, { recursive: true, force: true });

async function say(text: string, then: RegExp): Promise<void> {
  pty.write(text);
  await until(then);
}

/** Waits until the text is visible and the prompt is back, or a question is open. */
async function until(pattern: RegExp): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (pattern.test(textOf())) return settle();
  }
  throw new Error(`Never saw ${pattern}:\n${textOf()}`);
}

async function settle(): Promise<void> {
  let before = '';
  while (before !== textOf()) {
    before = textOf();
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

function textOf(): string {
  const screen = terminal.buffer.active;
  return Array.from({ length: rows }, (_, row) => screen.getLine(screen.baseY + row)?.translateToString(true)).join(
    '\n',
  );
}

async function keep(name: string, title: string): Promise<void> {
  await writeFile(join(root, 'docs/screens', `${name}.svg`), svgOfScreen(terminal, title));
}
