/**
 * What an agent and its subagents may spend in one turn of the top agent. A child's spending counts for its parent too, so the tree
 * never exceeds its root.
 */
export interface Allowance {
  readonly steps: number;
  readonly tokens: number;
  /** Milliseconds from now on. */
  readonly timeMs: number;
}

export class Budget {
  readonly #parent: Budget | undefined;
  readonly #allowance: Allowance;
  /** Intervals: the clock may be set. */
  readonly #now: () => number;
  readonly #deadline: number;
  #steps: number;
  #tokens: number;

  constructor(allowance: Allowance, now: () => number, parent?: Budget) {
    const { steps, tokens, timeMs } = allowance;
    this.#allowance = allowance;
    this.#steps = steps;
    this.#tokens = tokens;
    this.#now = now;
    this.#deadline = now() + timeMs;
    this.#parent = parent;
  }

  spend(steps: number, tokens: number): void {
    this.#steps -= steps;
    this.#tokens -= tokens;
    this.#parent?.spend(steps, tokens);
  }

  /** A new turn of the top agent: earlier spending does not count. A child's budget is renewed by its parent. */
  renew(): void {
    if (this.#parent !== undefined) return;
    this.#steps = this.#allowance.steps;
    this.#tokens = this.#allowance.tokens;
  }

  /** A sentence that says what is used up; undefined: nothing is. */
  exhausted(): string | undefined {
    if (this.#steps <= 0) return 'The request budget is used up.';
    if (this.#tokens <= 0) return 'The token budget is used up.';
    if (this.timeLeft <= 0) return 'The time limit is reached.';
    return this.#parent?.exhausted();
  }

  /** For a child: half of what is left, so that its siblings and its parent can still work. */
  share(timeMs: number): Budget {
    const half = (amount: number): number => Math.max(0, Math.floor(amount / 2));
    const allowance = { steps: half(this.#steps), tokens: half(this.#tokens), timeMs: Math.min(this.timeLeft, timeMs) };
    return new Budget(allowance, this.#now, this);
  }

  /** Milliseconds. */
  get timeLeft(): number {
    return this.#deadline - this.#now();
  }
}
