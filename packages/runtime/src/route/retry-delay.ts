/** How long to wait before the same credential is tried again. */

export const firstRetryMs = 1_000;
export const longestRetryMs = 30_000;

/** `retry`: 1 for the first. A hint is the minimum, never the maximum. `random` returns a number from 0 up to 1. */
export function retryDelay(retry: number, hint: number | undefined, random: () => number): number {
  const jitter = 0.5 + random();
  const pause = Math.min(longestRetryMs, firstRetryMs * 2 ** (retry - 1)) * jitter;
  return Math.ceil(Math.max(hint ?? 0, pause));
}
