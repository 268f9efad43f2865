/**
 * Stops work that takes too long. An untrusted pattern or recursive schema can keep the thread busy for years without a chance to
 * check a clock; a watchdog of the engine can stop it. The work is our code: nothing is evaluated.
 *
 * The limit is processor time of this thread, so that the result is the same on a busy machine. The watchdog measures wall time: if it
 * fires early, the work starts again with twice the time.
 */
import { type Context, createContext, Script } from 'node:vm';

export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

export class TimeLimit {
  /** Created on first use: most schemas never need it. */
  #watched: { readonly context: Context; readonly script: Script } | undefined;

  /**
   * Throws what the work throws. The work must be pure: it may be stopped at any point, without its `finally`, and started again.
   * `milliseconds` is processor time.
   */
  run<T>(milliseconds: number, work: () => T): T {
    for (let wallClock = milliseconds; ; wallClock *= 2) {
      const before = busyMilliseconds();
      const results = this.#runFor(wallClock, work);
      if (results.length > 0) return results[0] as T;
      if (busyMilliseconds() - before >= milliseconds * almost)
        throw new OutOfTimeError(`The work took more than ${milliseconds} ms of processor time.`);
    }
  }

  /** Undefined if time ran out. */
  #runFor<T>(wallClock: number, work: () => T): readonly T[] {
    this.#watched ??= { context: createContext({}), script: new Script('work()') };
    const { context, script } = this.#watched;
    const results: T[] = [];
    context['work'] = () => {
      results.push(work());
    };
    try {
      script.runInContext(context, { timeout: wallClock });
    } catch (error) {
      if (!isTimeout(error)) throw error;
    } finally {
      context['work'] = undefined;
    }
    return results;
  }
}

/** The watchdog's clock and the processor's differ by a few milliseconds. */
const almost = 0.9;

/** For this thread if Node supports it (23.9 and later), otherwise for the whole process. */
function busyMilliseconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1_000;
}

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
