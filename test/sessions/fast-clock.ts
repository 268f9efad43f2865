/** A clock on which a second takes a millisecond: cooldowns, retries and time limits happen without waiting. */
import type { Clock } from '@interlock/runtime';

const speed = 1_000;

export function createFastClock(): Clock {
  const begun = performance.now();
  return {
    now: () => 1_800_000_000_000 + (performance.now() - begun) * speed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const done = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, Math.min(ms / speed, 2 ** 31 - 1));
        signal?.addEventListener('abort', done, { once: true });
      }),
  };
}
