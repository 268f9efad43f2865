/**
 * Tracks whether the database can be used. After a failure, or a query that takes longer than `deadlineMs`, it counts as lost: no request
 * waits for it until a probe succeeds.
 */
import type { Clock } from '@interlock/runtime';

export interface AvailabilityOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** Whether it can be used again. */
  readonly probe: () => Promise<unknown>;
  readonly onLost: (error: unknown) => void;
  readonly onBack: () => void;
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;

export class Availability {
  readonly #options: AvailabilityOptions;
  readonly #recoveries: (() => Promise<void>)[] = [];
  readonly #closed = new AbortController();
  #lost = false;
  #isSettling = false;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
  }

  get lost(): boolean {
    return this.#lost;
  }

  /**
   * Whether what is not found may still exist: the database is lost, or was lost so recently that other instances may not have written yet what
   * happened meanwhile.
   */
  get isPartial(): boolean {
    return this.#lost || this.#isSettling;
  }

  /** Undefined: there is no database now. */
  async run<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
    if (this.#lost || this.#closed.signal.aborted) return undefined;
    try {
      return { value: await this.#inTime(work()) };
    } catch (error) {
      this.#lose(error);
      return undefined;
    }
  }

  /** Runs before the database counts as available again, and writes what happened meanwhile. */
  onRecovery(recover: () => Promise<void>): void {
    this.#recoveries.push(recover);
  }

  close(): void {
    this.#closed.abort();
  }

  #lose(error: unknown): void {
    if (this.#lost || this.#closed.signal.aborted) return;
    this.#lost = true;
    this.#options.onLost(error);
    void this.#wait();
  }

  async #wait(): Promise<void> {
    const { clock, probe, onBack } = this.#options;
    for (let pause = firstPauseMs; this.#lost; pause = Math.min(pause * 2, longestPauseMs)) {
      await clock.sleep(pause, this.#closed.signal);
      if (this.#closed.signal.aborted) return;
      try {
        await this.#inTime(probe());
        for (const recover of this.#recoveries) await this.#inTime(recover());
        this.#isSettling = true;
        this.#lost = false;
      } catch {
        // The next probe tries again.
      }
    }
    onBack();
    void clock.sleep(longestPauseMs, this.#closed.signal).then(() => {
      if (!this.#lost) this.#isSettling = false;
    });
    // Again, for what happened while they ran.
    for (const recover of this.#recoveries) void this.run(recover);
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    const { clock, deadlineMs } = this.#options;
    const done = new AbortController();
    const late = clock.sleep(deadlineMs, done.signal).then((): never => {
      throw new Error(`The database did not answer within ${deadlineMs} milliseconds.`);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([work, late]);
    } finally {
      done.abort();
    }
  }
}
