/**
 * Words that arrive this soon after others are passed on together: reading and writing cost the gateway and its client more than what is read
 * and written. The first words of an answer wait for the work of all others, so the more there are, the longer their later words are gathered.
 * In milliseconds.
 */
const gathering = { least: 3, perAnswer: 1 / 3, most: 20 } as const;

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
    const { least, perAnswer, most } = gathering;
    return Math.min(most, Math.max(least, perAnswer * this.#running));
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
