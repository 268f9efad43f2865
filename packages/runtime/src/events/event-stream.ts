/**
 * Passes events from the producer to the listener, in order, and keeps them until they are read. The producer is notified once if the
 * listener stops.
 */
export class EventStream<Event> implements AsyncIterable<Event> {
  readonly #waiting: Event[] = [];
  readonly #left: () => void;
  #wake: (() => void) | undefined;
  #ended = false;

  /** `left` is called if the listener stops before the end. */
  constructor(left: () => void) {
    this.#left = left;
  }

  push(event: Event): void {
    if (this.#ended) return;
    this.#waiting.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    try {
      for (;;) {
        // All at once: a shift for every event would be quadratic.
        for (const event of this.#waiting.splice(0)) yield event;
        if (this.#waiting.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    } finally {
      if (!this.#ended) this.#left();
    }
  }
}
