/** The first problem found: most APIs report only one. */

/** The first in a list, item by item. */
export function firstIn<Item, Found>(
  items: readonly Item[],
  check: (item: Item, index: number) => Found | undefined,
): Found | undefined {
  for (const [index, item] of items.entries()) {
    const found = check(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first that one of several checks finds, in this order. */
export function firstOf<Found>(checks: readonly (() => Found | undefined)[]): Found | undefined {
  return firstIn(checks, (check) => check());
}
