/**
 * `npm run build`: compiles the packages and tests and bundles the inspector's page, and names what it builds while it does; nothing is
 * printed if everything is up to date. `npm run build -- packages/cli` leaves out what that package does not need: the types of the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { buildPage } from '../packages/inspector/build-page.ts';

const root = join(import.meta.dirname, '..');
let named = 0;

function show(name: string): void {
  process.stderr.write(`${named === 0 ? 'Building' : ','} ${name}`);
  named += 1;
}

async function compile(projects: readonly string[]): Promise<number> {
  const program = join(root, 'node_modules/typescript/bin/tsc');
  const args = [program, '-b', '--verbose', '--pretty', 'false', ...projects];
  const compiler = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(compiler, 'close');
  const problems: string[] = [];
  for await (const line of createInterface({ input: compiler.stdout })) {
    const project = / Building project '(.+)'/.exec(line)?.[1];
    if (project !== undefined) show(project === 'tsconfig.test.json' ? 'tests' : basename(dirname(project)));
    else if (!isAboutProgress(line)) problems.push(line);
  }
  const [code] = await ended;
  if (problems.length > 0) process.stderr.write(`${named > 0 ? '\n' : ''}${problems.join('\n')}\n`);
  return code ?? 1;
}

/** What `--verbose` adds: lines with the time, the list of projects, and empty lines between them. */
function isAboutProgress(line: string): boolean {
  return /^\d+:\d\d:\d\d [AP]M - |^ +\* |^$/.test(line);
}

process.exitCode = await compile(process.argv.slice(2));
if (process.exitCode === 0) await buildPage(() => show('the inspector’s page'));
if (named > 0 && process.exitCode === 0) process.stderr.write('.\n');
