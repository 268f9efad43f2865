/**
 * The items that every entry contributed, in one array: appended to at the end, replaced in the middle only when an
 * earlier entry changes. What was handed out before stays as it was: appending leaves its part alone, replacing copies.
 */
export class Track<T> {
  #items: T[] = [];
  readonly #starts: number[] = [];
  #handedOut = false;

  /** Where an entry's items begin; for the next entry, where they will. */
  start(entry: number): number {
    return this.#starts[entry] ?? this.#items.length;
  }

  of(entry: number): readonly T[] {
    return this.#items.slice(this.start(entry), this.start(entry + 1));
  }

  append(items: readonly T[]): void {
    this.#starts.push(this.#items.length);
    for (const item of items) this.#items.push(item);
  }

  /** Returns whether later entries have moved. */
  replace(entry: number, items: readonly T[]): boolean {
    if (this.#handedOut) {
      this.#items = this.#items.slice();
      this.#handedOut = false;
    }
    const from = this.start(entry);
    const shift = items.length - (this.start(entry + 1) - from);
    if (shift === 0) {
      for (const [at, item] of items.entries()) this.#items[from + at] = item;
      return false;
    }
    this.#items = [...this.#items.slice(0, from), ...items, ...this.#items.slice(this.start(entry + 1))];
    for (let later = entry + 1; later < this.#starts.length; later += 1) {
      this.#starts[later] = (this.#starts[later] ?? 0) + shift;
    }
    return true;
  }

  handOut(): { readonly items: readonly T[]; readonly length: number } {
    this.#handedOut = true;
    return { items: this.#items, length: this.#items.length };
  }
}
