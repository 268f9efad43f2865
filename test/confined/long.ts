/**
 * `npm run confined:long`: develops this repository inside the sandbox, as an ordinary user. A fresh clone is installed with `npm ci`,
 * runs its whole `npm test` and gets a commit, all through `run_command` and without a network. The npm cache is filled beforehand,
 * outside.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../architecture/repository.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { writeProof } from '../proofs/write-proof.ts';
import type { InsideResult } from './work-inside.ts';

/** If we are root, runs as `nobody`: PostgreSQL and Chromium do not run as root, and few people do. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
// Next to the repository, but never in a temporary folder: the sandbox has its own, and the home folder must be visible inside.
const isTemporary = /^\/(var\/)?tmp(\/|$)/.test(root);
const scratch = temporaryFolder('confined', isTemporary ? '/opt' : dirname(root));
const clone = join(scratch, 'clone');
const home = join(scratch, 'home');
const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).trim();
let results: readonly InsideResult[] = [];
let isOutside = true;
try {
  mkdirSync(home);
  execFileSync('git', ['clone', '-q', root, clone]);
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(home, '.npm')], {
    cwd: clone,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(join(clone, 'node_modules'), { recursive: true });
  if (user.uid !== undefined) {
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, scratch]);
    execFileSync('chmod', ['0755', scratch]);
  }
  results = await workInside();
} finally {
  isOutside = existsSync(join(scratch, 'outside'));
  rmSync(scratch, { recursive: true, force: true });
}
const passed = !isOutside && results.length > 0 && results.every(({ exit }) => exit === 'Exit code 0.');
writeProof({ script: 'confined:long', passed, counts: { wroteOutside: isOutside, results } });
process.exitCode = passed ? 0 : 1;

async function workInside(): Promise<readonly InsideResult[]> {
  // Variables that `npm run` sets for its children must not reach the npm inside.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const program = join(import.meta.dirname, 'work-inside.ts');
  const child = spawn(process.execPath, ['--conditions=@interlock/source', program, clone, registry], {
    ...user,
    cwd: clone,
    env: { ...Object.fromEntries(own), HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const found: InsideResult[] = [];
  let line = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    const lines = `${line}${piece}`.split('\n');
    line = lines.pop() ?? '';
    for (const each of lines) {
      console.log(each);
      found.push(JSON.parse(each));
    }
  }
  await ended;
  return found;
}
