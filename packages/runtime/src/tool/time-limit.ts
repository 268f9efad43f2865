/**
 * Ends work that takes too long, from outside. A pattern or a recursive schema of somebody else's can keep the thread busy for
 * years, and nothing in there can look at a clock; a watchdog of the engine can. The work is ours: nothing is evaluated.
 */
import { type Context, createContext, Script } from 'node:vm';

export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

export class TimeLimit {
  /** Made when it is first needed: most schemas never need it. */
  #watched: { readonly context: Context; readonly script: Script } | undefined;

  /** Throws what the work throws. Nothing may rely on its `finally` when it is ended. */
  run<T>(milliseconds: number, work: () => T): T {
    this.#watched ??= { context: createContext({}), script: new Script('work()') };
    const { context, script } = this.#watched;
    const results: T[] = [];
    context['work'] = () => {
      results.push(work());
    };
    try {
      script.runInContext(context, { timeout: milliseconds });
    } catch (error) {
      throw isTimeout(error) ? new OutOfTimeError(`It took longer than ${milliseconds} ms.`) : error;
    } finally {
      context['work'] = undefined;
    }
    const [result] = results;
    return result as T;
  }
}

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
