/**
 * The calls that have no answer yet, in order, for answers that can only be matched by place. Answered calls are
 * dropped from the end as they come up, so in a sound history this stays as short as the running batch.
 */
import type { Call } from './occurrence.ts';

export class WaitingCalls {
  readonly #calls: Call[] = [];
  /** Where the first call of `#batch` that may still wait is. */
  #cursor = 0;
  #batch = -1;

  add(call: Call): void {
    this.#trim();
    this.#calls.push(call);
  }

  /** In the nearest batch at or before an entry that still waits: the first waiting call that fits. */
  nearest(entry: number, fits: (call: Call) => boolean): Call | undefined {
    this.#trim();
    let top = this.#calls.length - 1;
    while (top >= 0 && !this.#waits(top, entry)) top -= 1;
    const batch = this.#calls[top]?.batch;
    if (batch === undefined) return undefined;
    for (let at = this.#startOf(batch, top); at <= top; at += 1) {
      const call = this.#calls[at];
      if (call !== undefined && call.answers.length === 0 && fits(call)) return call;
    }
    return undefined;
  }

  #waits(at: number, entry: number): boolean {
    const call = this.#calls[at];
    return call !== undefined && call.answers.length === 0 && call.entry <= entry;
  }

  #startOf(batch: number, top: number): number {
    if (this.#batch !== batch) {
      let start = top;
      while (this.#calls[start - 1]?.batch === batch) start -= 1;
      this.#batch = batch;
      this.#cursor = start;
    }
    while ((this.#calls[this.#cursor]?.answers.length ?? 0) > 0) this.#cursor += 1;
    return this.#cursor;
  }

  #trim(): void {
    while ((this.#calls.at(-1)?.answers.length ?? 0) > 0) this.#calls.pop();
    if (this.#cursor > this.#calls.length) this.#batch = -1;
  }
}
