/** Numbers things within their turn, from 0. Turns are nearly always in order; late results may go back to an earlier one. */
export class TurnCounter {
  readonly #left = new Map<string, number>();
  #turnId = '';
  #next = 0;

  next(turnId: string): number {
    if (turnId !== this.#turnId) {
      this.#left.set(this.#turnId, this.#next);
      this.#next = this.#left.get(turnId) ?? 0;
      this.#turnId = turnId;
    }
    this.#next += 1;
    return this.#next - 1;
  }
}
