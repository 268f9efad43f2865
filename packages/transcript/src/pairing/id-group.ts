/**
 * All calls that share one raw id, in batches. Kimi, Bedrock and local models reuse ids, so an answer belongs to the
 * nearest batch that still waits for one, and inside a batch to the first call that waits.
 */
import { isReal } from '../ledger/completion.ts';
import type { Call } from './occurrence.ts';

interface Queue {
  readonly batch: number;
  readonly calls: Call[];
  next: number;
}

export class IdGroup {
  /** Batches with calls that wait, nearest last; finished ones are dropped when they come up. */
  readonly #waiting: Queue[] = [];
  #last: Call;

  constructor(first: Call) {
    this.#last = first;
    this.add(first);
  }

  add(call: Call): void {
    this.#last = call;
    const top = this.#waiting.at(-1);
    if (top?.batch === call.batch) top.calls.push(call);
    else this.#waiting.push({ batch: call.batch, calls: [call], next: 0 });
  }

  /** The call that the next answer with this id belongs to. With none left waiting it is a repeat for the latest. */
  take(): Call {
    for (let top = this.#waiting.at(-1); top !== undefined; top = this.#waiting.at(-1)) {
      // A call may have been answered before its id was seen to repeat, or by what stood before it.
      while (isAnswered(top.calls[top.next])) top.next += 1;
      const bare = top.calls[top.next];
      if (bare !== undefined) return bare;
      const open = top.calls.find((call) => call.best === undefined || !isReal(call.best.strength));
      if (open !== undefined) return open;
      this.#waiting.pop();
    }
    return this.#last;
  }
}

function isAnswered(call: Call | undefined): boolean {
  return call !== undefined && call.answers.length > call.guesses;
}
