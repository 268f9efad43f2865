/** Work that is cancelled when its time is up or its caller has left. */
import type { Clock } from '../time/clock.ts';

export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';

  constructor(ms: number) {
    super(`no answer within ${ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`}`);
  }
}

/** Rejects with the signal's reason as soon as it is aborted, whether or not the work listens to its own signal. */
export async function whileWanted<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  // A separate controller: some work keeps listening after it is done and would react to a later abort.
  const own = new AbortController();
  const left = Promise.withResolvers<never>();
  const leave = (): void => {
    own.abort(signal.reason);
    left.reject(signal.reason);
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work(own.signal), left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Rejects with `OutOfTime` after `ms`; 0 means no limit. */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (ms <= 0) return whileWanted(signal, work);
  const done = new AbortController();
  const late = new AbortController();
  void clock.sleep(ms, done.signal).then(() => done.signal.aborted || late.abort(new OutOfTime(ms)));
  try {
    return await whileWanted(AbortSignal.any([signal, late.signal]), work);
  } finally {
    done.abort();
  }
}

/** Whether the work has settled by then. The caller reads the result itself. */
export async function settlesWithin(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const done = new AbortController();
  const late = clock.sleep(ms, done.signal).then(() => false);
  const settled = work.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([settled, late]);
  done.abort();
  return result;
}
