/** Rate and concurrency limits that several processes share. */
export interface Allowances {
  /**
   * Takes one of a minute's requests and one of the concurrent slots. A slot is named; it becomes free when it is released or not
   * renewed for `leaseMs`, because its holder may have died.
   */
  take(key: string, place: string, limits: AllowanceLimits, leaseMs: number): Promise<Allowance>;
  renew(key: string, places: readonly string[], leaseMs: number): Promise<void>;
  release(key: string, place: string): Promise<void>;
}

export interface AllowanceLimits {
  readonly perMinute?: number;
  readonly concurrent?: number;
}

export type Allowance =
  | { readonly granted: true }
  /** `retryAfterMs`: when the next request of the minute is available. */
  | { readonly granted: false; readonly over: 'perMinute'; readonly retryAfterMs: number }
  | { readonly granted: false; readonly over: 'concurrent' };
