/**
 * `npm run bench:startup`: how long `interlock` takes to print its version and its help, and to draw its first prompt in a terminal,
 * compared with a Node that does nothing (`node -e 0`). Ratios of the fastest of several interleaved runs.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn as spawnTerminal } from '@lydell/node-pty';
import { temporaryFolder } from '../test/program/temporary-folder.ts';

const runs = 15;
const program = join(import.meta.dirname, '../packages/cli/bin/interlock.js');
const home = temporaryFolder('bench');
const env: Record<string, string> = { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm-256color' };

interface Row {
  readonly name: string;
  readonly limit: number;
  readonly run: () => Promise<number>;
}

const rows: readonly Row[] = [
  { name: 'node -e 0', limit: 1, run: () => processTime(['-e', '0']) },
  { name: 'interlock --version', limit: 2, run: () => processTime([program, '--version']) },
  { name: 'interlock --help', limit: 2, run: () => processTime([program, '--help']) },
  { name: 'the first prompt (--offline)', limit: 6, run: promptTime },
];

try {
  const least = rows.map(() => Number.POSITIVE_INFINITY);
  // Interleaved, so that a busy moment of the machine affects all of them.
  for (let round = 0; round < runs; round += 1)
    for (const [at, { run }] of rows.entries()) least[at] = Math.min(least[at] ?? 0, await run());
  for (const [at, { name, limit }] of rows.entries()) {
    const ratio = (least[at] ?? 0) / (least[0] ?? 1);
    const verdict = ratio <= limit ? '' : `  over ${limit}`;
    console.log(`${name.padEnd(30)} ${ratio.toFixed(2)} of node -e 0${verdict}`);
  }
} finally {
  await rm(home, { recursive: true, force: true });
}

function processTime(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - from);
      else reject(new Error(`${args.join(' ')} ended with ${code}`));
    });
  });
}

/** Until the prompt is on the screen. */
function promptTime(): Promise<number> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const terminal = spawnTerminal(process.execPath, [program, '--offline'], { cols: 100, rows: 30, cwd: home, env });
    let shown = '';
    let time: number | undefined;
    terminal.onData((data) => {
      shown += data;
      if (time !== undefined || !/^\s*[>❯›] /mu.test(plain(shown))) return;
      time = performance.now() - from;
      terminal.kill('SIGKILL');
    });
    terminal.onExit(() => {
      if (time === undefined) reject(new Error(`No prompt was drawn:\n${plain(shown)}`));
      else resolve(time);
    });
  });
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replaceAll(/\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007]*\u0007|\r/g, '');
}
