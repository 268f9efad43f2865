/**
 * The items of all entries in one array: appended at the end, replaced in the middle only when an earlier entry changes. Arrays
 * handed out before do not change: appending leaves their part alone, replacing copies.
 */
export class Track<T> {
  #items: T[] = [];
  #starts: number[] = [];
  #handedOut = false;

  /** The index of the entry's first item; for the next entry, the index that its first item will have. */
  start(entry: number): number {
    return this.#starts[entry] ?? this.#items.length;
  }

  of(entry: number): readonly T[] {
    return this.#items.slice(this.start(entry), this.start(entry + 1));
  }

  /** Starts the next entry: items pushed from now on belong to it. */
  open(): T[] {
    this.#starts.push(this.#items.length);
    return this.#items;
  }

  /** Replaces the items of some entries in one step: everything around them is copied once, however many there are. */
  replace(changed: ReadonlyMap<number, readonly T[]>): void {
    const sameLength = [...changed].every(([entry, own]) => own.length === this.start(entry + 1) - this.start(entry));
    if (sameLength) this.#overwrite(changed);
    else this.#rebuild(changed);
    this.#handedOut = false;
  }

  handOut(): { readonly items: readonly T[]; readonly length: number } {
    this.#handedOut = true;
    return { items: this.#items, length: this.#items.length };
  }

  #overwrite(changed: ReadonlyMap<number, readonly T[]>): void {
    if (this.#handedOut) this.#items = this.#items.slice();
    for (const [entry, own] of changed) {
      const from = this.start(entry);
      for (const [at, item] of own.entries()) this.#items[from + at] = item;
    }
  }

  #rebuild(changed: ReadonlyMap<number, readonly T[]>): void {
    const items: T[] = [];
    const starts = this.#starts.map((_, entry) => {
      const begin = items.length;
      for (const item of changed.get(entry) ?? this.of(entry)) items.push(item);
      return begin;
    });
    this.#items = items;
    this.#starts = starts;
  }
}
