/**
 * How deeply a value is nested, found level by level instead of by recursion: a body of ten thousand levels must not
 * crash the simulator.
 */

/** Whether it contains something nested in more than `limit` objects and arrays. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
