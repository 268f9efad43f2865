/**
 * A clock whose time moves only when a test says so: hours pass in a millisecond, and always in the same order. It lets everything
 * that is ready happen before it moves on; what waits for a disk or a socket is not seen, so `finish` is for those.
 */
import type { Clock } from '../src/time/clock.ts';

export interface VirtualClock extends Clock {
  /** How many sleep. */
  readonly sleeping: number;
  /** Lets `ms` pass, waking every sleeper at its own time, the earliest first. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until no one sleeps anymore. */
  runUntilIdle(): Promise<void>;
  /** Lets time pass, one sleeper after the other, until the promise is settled. */
  finish<T>(promise: Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function createVirtualClock(start = 1_000_000): VirtualClock {
  let time = start;
  const sleepers = new Set<Sleeper>();

  /** Those of equal time in the order in which they lay down. */
  const next = (): Sleeper | undefined => {
    let first: Sleeper | undefined;
    for (const sleeper of sleepers) if (first === undefined || sleeper.at < first.at) first = sleeper;
    return first;
  };

  const wake = (sleeper: Sleeper): void => {
    time = Math.max(time, sleeper.at);
    sleeper.wake();
  };

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const done = (): void => {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const sleeper: Sleeper = { at: time + Math.max(0, ms), wake: done };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', done, { once: true });
    });

  return {
    now: () => time,
    sleep,
    get sleeping() {
      return sleepers.size;
    },
    async advance(ms) {
      const end = time + ms;
      await settle();
      for (let first = next(); first !== undefined && first.at <= end; first = next()) {
        wake(first);
        await settle();
      }
      time = end;
    },
    async runUntilIdle() {
      await settle();
      for (let first = next(); first !== undefined; first = next()) {
        wake(first);
        await settle();
      }
    },
    async finish(promise) {
      let isOpen = true;
      const close = (): void => {
        isOpen = false;
      };
      promise.then(close, close);
      await settle();
      while (isOpen) {
        const first = next();
        if (first !== undefined) wake(first);
        await settle();
      }
      return promise;
    },
  };
}

/** Every promise that can settle without time, a disk or a socket has done so afterwards. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
