/** The minimum time of several runs, in milliseconds: the most reliable figure on a noisy machine. */
export async function quickest(run: () => Promise<void>, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < runs; count += 1) {
    const from = performance.now();
    await run();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}
