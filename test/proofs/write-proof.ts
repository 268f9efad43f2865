/**
 * Writes the result of a long run to `docs/proofs/<name>-<date>.json`: the command, the commit, versions, the seed, and the counts. A
 * second run on the same day replaces the first. Failed runs are written too, with `passed: false`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, platform } from 'node:os';
import { join } from 'node:path';
import { root } from '../architecture/repository.ts';

export type ProofResult = {
  /** The npm script, such as `crash:long`; the file is named after it. */
  readonly script: string;
  /** The subject, if a script has a result for each of several: part of the file's name. */
  readonly about?: string;
  /** Arguments that change what is run: a count, a seed. */
  readonly args?: readonly string[];
  readonly seed?: number | string;
  readonly passed: boolean;
  /** What was counted or measured, small enough to read. Never a path, a host name or a key. */
  readonly counts: Readonly<Record<string, unknown>>;
};

export function writeProof(result: ProofResult): void {
  // A short run inside the tests is not a proof, and tests must not change files.
  if (process.env['VITEST'] !== undefined) return;
  const date = new Date().toISOString().slice(0, 10);
  const folder = join(root, 'docs/proofs');
  mkdirSync(folder, { recursive: true });
  const name = [result.script, result.about, date].filter((part) => part !== undefined).join('-');
  const file = join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(proofOf(result, date), null, 2)}\n`);
}

function proofOf({ script, args = [], seed, passed, counts }: ProofResult, date: string): object {
  return {
    command: ['npm run', script, ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    date,
    commit: git('rev-parse', '--short=12', 'HEAD'),
    // A result on top of uncommitted changes must not pass for a result of the commit.
    changedFiles: git('status', '--porcelain', '--', 'packages', 'test', 'bench', 'fixtures')
      .split('\n')
      .filter(Boolean).length,
    versions: { node: process.version, interlock: interlockVersion() },
    machine: `${platform()} ${arch()}, ${availableParallelism()} cores`,
    ...(seed === undefined ? {} : { seed }),
    passed,
    counts,
  };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function interlockVersion(): string {
  return JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')).version;
}
