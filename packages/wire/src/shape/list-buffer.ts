/**
 * A buffer in which one short list after another is built. V8 gives a growing list room for seventeen items at the first push,
 * and a history has about a thousand lists of one or two: built here and copied to size, they take only the memory they need.
 */
export class ListBuffer<T> {
  readonly #items: T[] = [];
  #count = 0;

  /** `undefined` adds nothing. */
  add(item: T | undefined): void {
    if (item === undefined) return;
    this.#items[this.#count] = item;
    this.#count += 1;
  }

  /** Returns what was added since the last call, as a new list. */
  take(): T[] {
    const count = this.#count;
    this.#count = 0;
    return count === 0 ? [] : this.#items.slice(0, count);
  }
}
