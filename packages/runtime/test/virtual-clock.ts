/**
 * A clock that moves only when a test says so: hours pass in a millisecond, and always in the same order. Everything that is ready
 * happens before the clock moves on. Work that waits for a disk or a socket is not noticed: use `finish` for that.
 */
import type { Clock } from '../src/time/clock.ts';

export interface VirtualClock extends Clock {
  /** The number of sleepers. */
  readonly sleeping: number;
  /** Only the time of day: sleepers sleep as long as before. */
  setBack(ms: number): void;
  /** Advances by `ms`, waking every sleeper at its own time, the earliest first. */
  advance(ms: number): Promise<void>;
  /** Advances until nobody sleeps anymore. */
  runUntilIdle(): Promise<void>;
  /** Advances from sleeper to sleeper until the promise is settled. */
  finish<T>(promise: Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function createVirtualClock(start = 1_000_000): VirtualClock {
  let time = start;
  let back = 0;
  const sleepers = new Set<Sleeper>();

  /** Sleepers with the same time wake in the order in which they started to sleep. */
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
    now: () => time - back,
    sleep,
    setBack(ms) {
      back += ms;
    },
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

/** Waits until every promise has settled that needs no time, disk or socket. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
