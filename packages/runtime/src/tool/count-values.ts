/** How many values there are in a value, itself included. Counted without recursion and up to a limit, so that cycles end too. */
import type { JsonValue } from '@interlock/transcript';

/** More than `most` when there are more than that. */
export function countValues(value: JsonValue, most: number): number {
  let count = 1;
  const open: JsonValue[] = [value];
  for (let one = open.pop(); one !== undefined && count <= most; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) {
      count += 1;
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return count;
}
