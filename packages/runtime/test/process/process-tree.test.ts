import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { processTree } from '../../src/process/process-tree.ts';

/** Not a group leader, so that it represents another process that has reused our pid. */
async function start(): Promise<number> {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(child, 'spawn');
  return child.pid ?? 0;
}

test('the pid of a leader that exited may belong to another process', async () => {
  const pid = await start();
  const tree = processTree(pid, undefined);
  // On systems other than Linux only groups are visible, and this process leads none.
  expect(tree.living(false)).toEqual(process.platform === 'linux' ? [{ pid, isInGroup: false }] : []);
  expect(tree.living(true)).toEqual([]);
});

test('an unused pid', () => {
  expect(processTree(2 ** 30, 'mark').living(false)).toEqual([]);
  expect(processTree(2 ** 30, 'mark').living(true)).toEqual([]);
});
