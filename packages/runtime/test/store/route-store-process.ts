/** A separate process that uses the file of a test: takes numbers, writes cooldowns, or dies while it holds the lock. */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { withFileLock } from '../../src/store/file-lock.ts';
import { createFileRouteStore } from '../../src/store/file-route-store.ts';
import { systemClock } from '../../src/time/clock.ts';

const [, , task = '', path = '', name = '', times = '0'] = process.argv;

if (task === 'take') {
  const store = createFileRouteStore(path, { onNotice: (sentence) => process.stderr.write(sentence) });
  const numbers: number[] = [];
  for (let time = 0; time < Number(times); time += 1) {
    numbers.push(await store.take('turns'));
    await store.put({ key: `${name} ${time}`, reason: 'server', count: 1, until: Date.now() + 60_000 });
  }
  process.stdout.write(JSON.stringify(numbers));
}

if (task === 'die') {
  await withFileLock(`${path}.lock`, { clock: systemClock, stuckMs: 5_000, patienceMs: 20_000 }, async () => {
    writeFileSync(`${path}.half-written`, '{"version":1,"cool');
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });
}
