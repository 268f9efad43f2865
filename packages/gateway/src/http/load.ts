/**
 * Words that arrive this soon after others are passed on together: reading and writing cost the gateway and its client more than what is read
 * and written. With many answers at once, the first words of one wait for the work of all others, so the others are gathered for longer.
 */
const gatherMs = 3;
const longGatherMs = 20;
const manyAnswers = 32;

/** The current load of the whole gateway. */
export class Load {
  /** Bytes of the bodies in memory. */
  bytes = 0;
  closing = false;
  #running = 0;
  #ended = (): void => undefined;

  /** Requests that are being answered. */
  get running(): number {
    return this.#running;
  }

  /** Milliseconds. */
  get gatherMs(): number {
    return this.#running < manyAnswers ? gatherMs : longGatherMs;
  }

  async run(answer: () => Promise<unknown>): Promise<void> {
    this.#running += 1;
    try {
      await answer();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#ended();
    }
  }

  /** Resolves when no request is being answered. */
  async settled(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
  }
}
