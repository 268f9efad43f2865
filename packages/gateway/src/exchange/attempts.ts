/** Who was asked for one answer, in order, and what became of each. */
import type { Emit } from '@interlock/runtime';
import type { Failure } from '@interlock/wire';

export interface Attempt {
  readonly target: string;
  readonly account: string;
  readonly because: readonly string[];
  readonly failure?: Failure;
}

export class Attempts {
  readonly #made: Attempt[] = [];

  get all(): readonly Attempt[] {
    return this.#made;
  }

  /** Takes the events of `ask`. */
  readonly note: Emit = (event) => {
    if (event.type === 'request') {
      const { target, account, because } = event;
      this.#made.push({ target, account, because });
    } else if (event.type === 'request-failed') {
      const last = this.#made.pop();
      if (last !== undefined) this.#made.push({ ...last, failure: event.failure });
    }
  };

  /** The one that was asked last, as a header. */
  get headers(): Readonly<Record<string, string>> {
    const target = this.#made.at(-1)?.target;
    if (target === undefined) return {};
    return { 'x-interlock-target': target.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 200) };
  }
}
