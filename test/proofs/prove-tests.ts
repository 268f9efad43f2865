/**
 * Runs test files in their long form and writes the result: `prove-tests <script> <runs> <vitest arguments …>`. `<runs>` multiplies the
 * number of runs of each property (`INTERLOCK_RUNS`).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/repository.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { writeProof } from './write-proof.ts';

const [script = '', runs = '', ...args] = process.argv.slice(2);
const folder = temporaryFolder('proof');
const report = join(folder, 'report.json');
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, INTERLOCK_RUNS: runs } },
);
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true });
writeProof({
  script,
  passed: status === 0 && numPassedTests > 0,
  counts: { timesAsManyRuns: Number(runs), passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests },
});
process.exitCode = status ?? 1;
