/**
 * Ends work that takes too long, from outside. Someone else's pattern or recursive schema can keep the thread busy for years, and
 * nothing in there can look at a clock; a watchdog of the engine can. The work is ours: nothing is evaluated.
 *
 * What counts is the time the processor spent on this thread, so that the answer is the same on a busy machine. The watchdog knows
 * only the clock on the wall: when it rings early, the work starts again with twice the time.
 */
import { type Context, createContext, Script } from 'node:vm';

export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

export class TimeLimit {
  /** Made when it is first needed: most schemas never need it. */
  #watched: { readonly context: Context; readonly script: Script } | undefined;

  /**
   * Throws what the work throws. The work must be pure: it may be ended at any point, without its `finally`, and started again.
   * `milliseconds` are those of the processor.
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

  /** Nothing if time ran out. */
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

/** The watchdog's clock and the processor's never agree to the millisecond. */
const almost = 0.9;

/** Of this thread where Node can tell (23.9 and later), else of the whole process. */
function busyMilliseconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1_000;
}

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
