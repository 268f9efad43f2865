/** What routes remember beyond a process: cooldowns, and how far a round-robin has come. */
import type { FailureReason } from '@interlock/wire';

export interface Cooldown {
  /** Provider, account and, where the failure counts by model, the model. */
  readonly key: string;
  readonly reason: FailureReason;
  /** Failures in a row. */
  readonly count: number;
  /** Milliseconds since 1970; in the past when it is over and only the count matters. */
  readonly until: number;
}

export interface RouteStore {
  cooldowns(): Promise<readonly Cooldown[]>;
  put(cooldown: Cooldown): Promise<void>;
  clear(key: string): Promise<void>;
  /** The next number of a counter, from 0; no two callers get the same. */
  take(counter: string): Promise<number>;
}
