import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ownIdentity, processStart, startFromPs } from '../../../src/store/jsonl/process-identity.ts';

test('our own start time is stable and equals what others see', async () => {
  const { pid, start } = await ownIdentity();
  expect([pid, await processStart(process.pid)]).toEqual([process.pid, { start }]);
});

test('another process has another start time; after it exits, none', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  const pid = child.pid ?? 0;
  await once(child, 'spawn');
  const running = await processStart(pid);
  expect(running).toEqual({ start: expect.any(String) });
  expect(running).not.toEqual(await processStart(process.pid));
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  expect(await processStart(pid)).toBe('none');
});

test('without /proc: `ps` always gives the same, and nothing for a missing process', async () => {
  const [one, two, nobody] = await Promise.all([
    startFromPs(process.pid),
    startFromPs(process.pid),
    startFromPs(2 ** 22 + 1),
  ]);
  expect(one).toEqual(two);
  // Without `ps`, the start time is unknown.
  expect(one === 'hidden' ? 'hidden' : 'none').toBe(nobody);
});
