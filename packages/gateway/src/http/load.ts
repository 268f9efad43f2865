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
