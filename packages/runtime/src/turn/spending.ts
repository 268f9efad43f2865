/**
 * Counts the usage of requests: in the records, the budget, the total of the turn, and for listeners. Covers every request with a
 * known usage, even if its answer was not used.
 */
import type { Price, Usage } from '@interlock/wire';
import type { Emit } from '../events/session-event.ts';
import { addUsage } from '../history/apply-record.ts';
import type { History } from '../history/history.ts';
import type { Selection } from '../route/route.ts';
import type { Budget } from './budget.ts';

/** `history`: a recorded answer; its usage measures the history. */
export type SpentOn = 'history' | 'broken-answer' | 'summary';

export class Spending {
  readonly #history: History;
  readonly #budget: Budget;
  readonly #emit: Emit;
  #total: Usage = { input: 0, output: 0 };

  constructor(history: History, budget: Budget, emit: Emit) {
    this.#history = history;
    this.#budget = budget;
    this.#emit = emit;
  }

  get total(): Usage {
    return this.#total;
  }

  async count(
    usage: Usage,
    { name, destination }: Pick<Selection, 'name' | 'destination'>,
    on: SpentOn,
  ): Promise<void> {
    this.#total = addUsage(this.#total, usage);
    this.#budget.spend(0, usage.input + usage.output);
    const purpose = on === 'summary' ? ({ for: on } as const) : {};
    const measured = on === 'history' ? { contents: this.#history.facts.contents.length } : {};
    const cost = costOf(destination.traits.price, usage);
    try {
      await this.#history.write({ kind: 'usage', usage, target: name, ...measured, ...purpose });
    } finally {
      this.#emit({ type: 'usage', usage, target: name, ...(cost === undefined ? {} : { cost }), ...purpose });
    }
  }
}

/** In US dollars, by the model's published price, if known. */
export function costOf(price: Price | undefined, usage: Usage): number | undefined {
  if (price === undefined) return undefined;
  const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
  const fresh = Math.max(0, input - cacheRead - cacheWrite);
  const millionths =
    fresh * price.input +
    cacheRead * (price.cacheRead ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input) +
    output * price.output;
  return millionths / 1_000_000;
}
