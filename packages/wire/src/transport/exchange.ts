/**
 * One request and its answer, as long as they last: ends when the caller gives up or a stage takes too long, and turns
 * whatever was thrown into what it means. The caller's own reason is thrown as it is.
 */
import { ProviderError } from '../failure/errors.ts';
import type { Failure } from '../failure/failure.ts';
import { networkFailure, type Party, spanText } from './network-failure.ts';

export type Stage = 'first-byte' | 'idle' | 'answer';

/** In milliseconds. `span`: what was set; 0 waits forever. `left`: what is left of it. */
export interface Allowance {
  readonly span: number;
  readonly left: number;
}

/** The longest time `setTimeout` can wait; more would be no time at all. */
const longestTimer = 2 ** 31 - 1;

export class Exchange {
  readonly party: Party;
  readonly #caller: AbortSignal | undefined;
  readonly #shortestMs: number;
  #controller: AbortController | undefined;
  #isStopped = false;
  #onStop: (() => void) | undefined;
  #expired: Failure | undefined;
  /** The wait that is under way, and the alarm that looks after it: one for all waits, because each piece of a stream is waited for. */
  #awaited: { readonly stage: Stage; readonly span: number; readonly until: number } | undefined;
  #alarm: { readonly timer: ReturnType<typeof setTimeout>; readonly at: number } | undefined;

  /** `shortestMs`: of the waits to come. The alarm is set for it, so that none of them has to set it again. */
  constructor(party: Party, caller: AbortSignal | undefined, shortestMs: number = longestTimer) {
    this.party = party;
    this.#caller = caller;
    this.#shortestMs = shortestMs;
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#stop);
  }

  /** For whoever cannot do with `onStop`; made when it is asked for. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isStopped) this.#controller.abort();
    return this.#controller.signal;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isGivenUp(): boolean {
    return this.#caller?.aborted === true;
  }

  /** Called once when the caller gives up or a stage takes too long. The last one given is called, and no other. */
  onStop(stop: () => void): void {
    this.#onStop = stop;
  }

  /** Waits for work that ends when the exchange is stopped; a span of 0 waits forever. */
  async within<T>(stage: Stage, allowed: number | Allowance, work: () => Promise<T>): Promise<T> {
    const { span, left } = typeof allowed === 'number' ? { span: allowed, left: allowed } : allowed;
    if (span > 0) this.#await(stage, span, left);
    try {
      if (this.#isStopped) throw new Error('The request was stopped.');
      return await work();
    } catch (error) {
      throw this.#meaningOf(error);
    } finally {
      this.#awaited = undefined;
    }
  }

  #await(stage: Stage, span: number, left: number): void {
    // At once: no timer gets its turn before a read that is always ready.
    if (left <= 0) this.#expire(stage, span);
    const now = performance.now();
    const until = now + left;
    this.#awaited = { stage, span, until };
    if (this.#alarm === undefined) this.#setAlarm(Math.min(until, now + this.#shortestMs));
    else if (this.#alarm.at > until) this.#setAlarm(until);
  }

  #setAlarm(at: number): void {
    clearTimeout(this.#alarm?.timer);
    const ms = Math.max(0, Math.min(at - performance.now(), longestTimer));
    this.#alarm = { timer: setTimeout(this.#ring, ms), at };
  }

  /** Whatever it was set for may have come long ago. */
  readonly #ring = (): void => {
    this.#alarm = undefined;
    if (this.#awaited === undefined) return;
    const { stage, span, until } = this.#awaited;
    if (until <= performance.now()) this.#expire(stage, span);
    else this.#setAlarm(until);
  };

  /** Nothing more is expected: the caller's signal may outlive us and must not hold on to us. */
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

  #expire(stage: Stage, milliseconds: number): void {
    const { origin } = this.party;
    const span = spanText(milliseconds);
    const messages: { readonly [Each in Stage]: string } = {
      'first-byte': `no answer from ${origin} within ${span} (first-byte timeout)`,
      idle: `${origin} stopped in the middle of its answer: nothing arrived for ${span} (idle timeout)`,
      answer: `${origin} did not finish its answer within ${span} (answer timeout)`,
    };
    this.#expired ??= { reason: 'timeout', message: messages[stage] };
    this.#stop();
  }

  #meaningOf(error: unknown): unknown {
    if (this.isGivenUp) return this.#caller?.reason;
    if (error instanceof ProviderError) return error;
    return new ProviderError(this.party.provider, this.#expired ?? networkFailure(error, this.party));
  }
}
