/**
 * The cost of requests, counted everywhere it matters: in the records, the budget, the sum of the turn, and for listeners. Every
 * request whose usage is known is here, whatever became of its answer.
 */
import type { Usage } from '@interlock/wire';
import type { Emit } from '../events/session-event.ts';
import { addUsage } from '../history/apply-record.ts';
import type { History } from '../history/history.ts';
import type { Selection } from '../route/route.ts';
import type { Budget } from './budget.ts';
import { costOf } from './cost-of.ts';

/** `history`: an answer that has been written down, so that it measures the history. */
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
