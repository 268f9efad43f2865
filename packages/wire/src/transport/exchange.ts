/**
 * The lifetime of one request and its answer. It is stopped when the caller aborts or a stage takes too long. Errors become a
 * `ProviderError`; a caller that aborts gets its own reason back.
 */
import { ProviderError } from '../failure/errors.ts';
import type { Failure } from '../failure/failure.ts';
import { durationText, networkFailure, type Upstream } from './network-failure.ts';

export type Stage = 'first-byte' | 'idle' | 'answer';

/** In milliseconds. */
export interface TimeLimit {
  /** The configured limit; 0 waits forever. */
  readonly limit: number;
  /** How much of it is left. */
  readonly left: number;
}

/** The longest delay that `setTimeout` supports; with a longer one it fires at once. */
const longestTimer = 2 ** 31 - 1;

export class Exchange {
  readonly upstream: Upstream;
  readonly #caller: AbortSignal | undefined;
  readonly #shortestMs: number;
  #controller: AbortController | undefined;
  #isStopped = false;
  #onStop: (() => void) | undefined;
  #expired: Failure | undefined;
  /** The current wait. One timer is used for all waits, because there is one for each chunk of a stream. */
  #wait: { readonly stage: Stage; readonly limit: number; readonly until: number } | undefined;
  #alarm: { readonly timer: ReturnType<typeof setTimeout>; readonly at: number } | undefined;

  /** `shortestMs`: the shortest limit of all stages. The timer is set to it, so that later waits need not set it again. */
  constructor(upstream: Upstream, caller: AbortSignal | undefined, shortestMs: number = longestTimer) {
    this.upstream = upstream;
    this.#caller = caller;
    this.#shortestMs = shortestMs;
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#stop);
  }

  /** For code that needs a signal instead of `onStop`; created on demand. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isStopped) this.#controller.abort();
    return this.#controller.signal;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isAborted(): boolean {
    return this.#caller?.aborted === true;
  }

  /** Called once when the caller aborts or a stage takes too long. Only the last function that was passed is called. */
  onStop(stop: () => void): void {
    this.#onStop = stop;
  }

  /** Waits for work that ends when the exchange is stopped; a limit of 0 waits forever. */
  async within<T>(stage: Stage, time: number | TimeLimit, work: () => Promise<T>): Promise<T> {
    const { limit, left } = typeof time === 'number' ? { limit: time, left: time } : time;
    if (limit > 0) this.#startWait(stage, limit, left);
    try {
      if (this.#isStopped) throw new Error('The request was stopped.');
      return await work();
    } catch (error) {
      throw this.#toError(error);
    } finally {
      this.#wait = undefined;
    }
  }

  #startWait(stage: Stage, limit: number, left: number): void {
    // Not by the timer: it would not fire while reads are always ready.
    if (left <= 0) this.#expire(stage, limit);
    const now = performance.now();
    const until = now + left;
    this.#wait = { stage, limit, until };
    if (this.#alarm === undefined) this.#setAlarm(Math.min(until, now + this.#shortestMs));
    else if (this.#alarm.at > until) this.#setAlarm(until);
  }

  #setAlarm(at: number): void {
    clearTimeout(this.#alarm?.timer);
    const ms = Math.max(0, Math.min(at - performance.now(), longestTimer));
    this.#alarm = { timer: setTimeout(this.#onAlarm, ms), at };
  }

  /** The wait that the timer was set for may be over. */
  readonly #onAlarm = (): void => {
    this.#alarm = undefined;
    if (this.#wait === undefined) return;
    const { stage, limit, until } = this.#wait;
    if (until <= performance.now()) this.#expire(stage, limit);
    else this.#setAlarm(until);
  };

  /** Ends the exchange: the caller's signal may live longer and must not keep a reference to it. */
  release(): void {
    clearTimeout(this.#alarm?.timer);
    this.#alarm = undefined;
    this.#caller?.removeEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#controller?.abort();
    this.#onStop?.();
  };

  #expire(stage: Stage, limit: number): void {
    const { origin } = this.upstream;
    const time = durationText(limit);
    const messages: { readonly [Each in Stage]: string } = {
      'first-byte': `no answer from ${origin} within ${time} (first-byte timeout)`,
      idle: `${origin} stopped in the middle of its answer: nothing arrived for ${time} (idle timeout)`,
      answer: `${origin} did not finish its answer within ${time} (answer timeout)`,
    };
    this.#expired ??= { reason: 'timeout', message: messages[stage] };
    this.#stop();
  }

  #toError(error: unknown): unknown {
    if (this.isAborted) return this.#caller?.reason;
    if (error instanceof ProviderError) return error;
    return new ProviderError(this.upstream.provider, this.#expired ?? networkFailure(error, this.upstream));
  }
}
