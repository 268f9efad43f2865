/** Limits how often a client may send requests, and how many at a time, on this instance. */
import { type Clock, steadyTime } from '@interlock/runtime';
import type { ClientToken } from '../options/gateway-options.ts';
import type { Refusal } from './client.ts';

export type Limits = Pick<ClientToken, 'requestsPerMinute' | 'concurrent'>;

export class ClientLimits {
  readonly #limits: Limits;
  readonly #now: () => number;
  // A token bucket that holds a minute's worth.
  #left: number;
  #filledAt: number;
  #running = 0;

  constructor(limits: Limits, clock: Clock) {
    this.#limits = limits;
    this.#now = steadyTime(clock);
    this.#left = limits.requestsPerMinute ?? 0;
    this.#filledAt = this.#now();
  }

  /** Undefined: continue, and call `leave` at the end. */
  enter(): Refusal | undefined {
    const { concurrent, requestsPerMinute } = this.#limits;
    if (concurrent !== undefined && this.#running >= concurrent) return tooManyAtOnce(concurrent);
    if (requestsPerMinute !== undefined) {
      this.#fill(requestsPerMinute);
      if (this.#left < 1) {
        return tooManyAMinute(requestsPerMinute, Math.ceil(((1 - this.#left) / requestsPerMinute) * 60_000));
      }
      this.#left -= 1;
    }
    this.#running += 1;
    return undefined;
  }

  leave(): void {
    this.#running -= 1;
  }

  /** Undoes `enter` for a request that was refused elsewhere. */
  undo(): void {
    this.#running -= 1;
    this.#left += 1;
  }

  #fill(perMinute: number): void {
    const now = this.#now();
    this.#left = Math.min(perMinute, this.#left + ((now - this.#filledAt) / 60_000) * perMinute);
    this.#filledAt = now;
  }
}

export function tooManyAtOnce(concurrent: number): Refusal {
  return { message: `This client may have ${concurrent} requests in progress at a time.`, retryAfterMs: 1_000 };
}

export function tooManyAMinute(perMinute: number, retryAfterMs: number): Refusal {
  return { message: `This client may send ${perMinute} requests per minute.`, retryAfterMs };
}
