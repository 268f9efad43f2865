/** The first objection to any of the items, in their order. */
import type { Violation } from '../../../api.ts';

export function firstIn<T>(
  items: readonly T[],
  check: (item: T, index: number) => Violation | undefined,
): Violation | undefined {
  for (const [index, item] of items.entries()) {
    const violation = check(item, index);
    if (violation) return violation;
  }
  return undefined;
}
