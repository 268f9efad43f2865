/**
 * Records that name their parent, as a tree. Real files have several roots, missing parents, and parents that come
 * later: a missing parent is the record before it, and no chain visits a record twice.
 */
export interface TreeRecord {
  readonly id: string;
  /** Undefined for a root. */
  readonly parent: string | undefined;
}

export class Tree<R extends TreeRecord> {
  readonly #records: readonly R[];
  readonly #positions: ReadonlyMap<string, number>;

  /** If several records have the same id, the first is used. */
  constructor(records: readonly R[]) {
    this.#records = records;
    const positions = new Map<string, number>();
    records.forEach(({ id }, at) => {
      if (!positions.has(id)) positions.set(id, at);
    });
    this.#positions = positions;
  }

  get(id: string): R | undefined {
    const at = this.#positions.get(id);
    return at === undefined ? undefined : this.#records[at];
  }

  /** Whether the record names a missing parent. */
  isTorn({ parent }: R): boolean {
    return parent !== undefined && !this.#positions.has(parent);
  }

  /** Yields the records from the leaf to its root. */
  *chainTo(leaf: R): Generator<R> {
    const seen = new Set<string>();
    let at = this.#positions.get(leaf.id);
    while (at !== undefined && at >= 0) {
      const record = this.#records[at];
      if (record === undefined || seen.has(record.id)) return;
      seen.add(record.id);
      yield record;
      if (record.parent === undefined) return;
      at = this.#positions.get(record.parent) ?? at - 1;
    }
  }

  /** Returns the `ends` that no other of them follows, in the order of the file. */
  leavesOf(ends: readonly R[]): readonly R[] {
    const visited = new Set<string>();
    for (const end of ends) {
      for (const { id } of this.chainTo(end)) {
        if (id === end.id) continue;
        if (visited.has(id)) break; // the rest of the chain was visited, too
        visited.add(id);
      }
    }
    return ends.filter(({ id }) => !visited.has(id));
  }
}
