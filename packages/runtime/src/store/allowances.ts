/** How often and how many at once, counted over several processes. */
export interface Allowances {
  /**
   * Takes one of a minute's number and one place among those at once. A place has a name, and is free again when it is released or
   * when no one has renewed it for `leaseMs`: its holder may have died.
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
  /** `retryAfterMs`: when there will be another one of the minute's number. */
  | { readonly granted: false; readonly over: 'perMinute'; readonly retryAfterMs: number }
  | { readonly granted: false; readonly over: 'concurrent' };
