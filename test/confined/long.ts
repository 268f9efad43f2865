/**
 * `npm run confined:long`: this repository is worked on from inside the sandbox, as an ordinary user. A fresh clone is installed by
 * `npm ci` and runs its whole `npm test`, and is committed to, all by `run_command` and without a network. The cache of npm is filled
 * outside before.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../architecture/repository.ts';
import { writeProof } from '../proofs/write-proof.ts';
import type { InsideResult } from './work-inside.ts';

/** Root works as no one: PostgreSQL and Chromium do not run as root, and few people do. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
// Beside the repository, but never in a temporary folder, which is another one inside: the home folder has to be seen there.
const isTemporary = /^\/(var\/)?tmp(\/|$)/.test(root);
const scratch = realpathSync(mkdtempSync(join(isTemporary ? '/opt' : dirname(root), 'interlock-confined-')));
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
  // What `npm run` says to its own children is not for an npm inside.
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
