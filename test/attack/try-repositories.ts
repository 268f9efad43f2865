/** Hostile repositories, and what a confined command leaves for git: every row with each mechanism, where `npm test` takes a share. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../architecture/repository.ts';
import { chosenEnvironment } from '../program/chosen-environment.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';

const files = [
  'packages/runtime/test/approval/hostile-repositories.test.ts',
  'packages/runtime/test/process/confinement/left-repositories.test.ts',
];

export function tryRepositories(): { readonly held: number; readonly failed: number } {
  const folder = temporaryFolder('repositories');
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, stdio: 'inherit', env: chosenEnvironment({ INTERLOCK_RUNS: '2' }) },
  );
  const { numPassedTests: held, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true });
  return { held, failed: status === 0 ? 0 : Math.max(1, numFailedTests) };
}
