/** How full a model's window may be, how much a compaction keeps, and how long one result may be. */

export interface WindowUse {
  readonly tokens: number;
  readonly window: number;
  /** The longest answer of the model: no more needs to be reserved. */
  readonly maxOutput?: number;
  /** Share of the window at which to compact, instead of the reserve. */
  readonly threshold?: number;
}

const tokensReserved = 20_000;
const tokensKept = 20_000;
const largestShare = 0.25;
/** Estimates are not exact: this much stays free even if answers are short. */
const smallestShare = 0.1;

export function needsCompaction({ tokens, ...limits }: WindowUse): boolean {
  return tokens > fillLimit(limits);
}

/** How many tokens a request may have before the history is compacted. */
export function fillLimit({
  window,
  maxOutput = Number.POSITIVE_INFINITY,
  threshold,
}: Omit<WindowUse, 'tokens'>): number {
  const reserve = Math.min(tokensReserved, window * largestShare, Math.max(maxOutput, window * smallestShare));
  return threshold === undefined ? window - reserve : window * threshold;
}

/** How many tokens at the end a compaction keeps unchanged. */
export function tokensToKeep(window: number): number {
  return Math.floor(Math.min(tokensKept, window * largestShare));
}

/** How long a summary may be: far less than what it replaces. */
export function summaryLimit(window: number): number {
  return Math.floor(Math.min(4_000, window * 0.05));
}

/** The longest tool result, in characters: 30 % of the window at four characters per token, at most 64 k. */
export function resultCap(window: number): number {
  return Math.floor(Math.min(window * 0.3 * 4, 64_000));
}
