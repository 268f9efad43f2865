/** The first that is found, by whoever looks: most APIs tell of one problem only, the one they come upon first. */

/** In a list, item by item. */
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

/** By one of several checks, asked in this order. */
export function firstOf<Found>(checks: readonly (() => Found | undefined)[]): Found | undefined {
  return firstIn(checks, (check) => check());
}
