/** The order of a weighted round-robin: a fixed cycle, and a counter. */

/**
 * The targets of one cycle, spread as evenly as their weights allow: 3, 1 gives 0 0 1 0, not 0 0 0 1. In each step every target gains
 * its weight as credit; the one with the most credit is chosen and pays the sum of all weights.
 */
export function weightedCycle(weights: readonly number[]): readonly number[] {
  const divisor = weights.reduce(greatestDivisor, 0) || 1;
  const shares = weights.map((weight) => weight / divisor);
  const sum = shares.reduce((total, share) => total + share, 0);
  const credits = shares.map(() => 0);
  return Array.from({ length: sum }, () => {
    let highest = 0;
    for (const [index, share] of shares.entries()) {
      credits[index] = (credits[index] ?? 0) + share;
      if ((credits[index] ?? 0) > (credits[highest] ?? 0)) highest = index;
    }
    credits[highest] = (credits[highest] ?? 0) - sum;
    return highest;
  });
}

/** The order in which a turn tries the targets: the current one, then those that follow in the cycle. A skipped target keeps its place. */
export function turnOrder(cycle: readonly number[], turn: number): readonly number[] {
  const start = cycle.length === 0 ? 0 : turn % cycle.length;
  return [...new Set([...cycle.slice(start), ...cycle.slice(0, start)])];
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
