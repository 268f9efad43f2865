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
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #expired: Failure | undefined;

  constructor(party: Party, caller: AbortSignal | undefined) {
    this.party = party;
    this.#caller = caller;
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isGivenUp(): boolean {
    return this.#caller?.aborted === true;
  }

  /** Waits for work that ends when `signal` does; 0 waits forever. */
  async within<T>(stage: Stage, allowed: number | Allowance, work: () => Promise<T>): Promise<T> {
    const { span, left } = typeof allowed === 'number' ? { span: allowed, left: allowed } : allowed;
    const expire = (): void => this.#expire(stage, span);
    // At once: no timer gets its turn before a read that is always ready.
    if (span > 0 && left <= 0) expire();
    const timer = span > 0 ? setTimeout(expire, Math.max(0, Math.min(left, longestTimer))) : undefined;
    try {
      this.signal.throwIfAborted();
      return await work();
    } catch (error) {
      throw this.#meaningOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Nothing more is expected: the caller's signal may outlive us and must not hold on to us. */
  release(): void {
    this.#caller?.removeEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => {
    this.#controller.abort();
  };

  #expire(stage: Stage, milliseconds: number): void {
    const { origin } = this.party;
    const span = spanText(milliseconds);
    const messages: { readonly [Each in Stage]: string } = {
      'first-byte': `no answer from ${origin} within ${span} (first-byte timeout)`,
      idle: `${origin} stopped in the middle of its answer: nothing came for ${span} (idle timeout)`,
      answer: `${origin} did not finish its answer within ${span} (answer timeout)`,
    };
    this.#expired ??= { reason: 'timeout', message: messages[stage] };
    this.#controller.abort();
  }

  #meaningOf(error: unknown): unknown {
    if (this.isGivenUp) return this.#caller?.reason;
    if (error instanceof ProviderError) return error;
    return new ProviderError(this.party.provider, this.#expired ?? networkFailure(error, this.party));
  }
}
