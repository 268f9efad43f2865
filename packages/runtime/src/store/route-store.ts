/** The state of routes that outlives a process: cooldowns and round-robin counters. */
import type { FailureReason } from '@interlock/wire';

export interface Cooldown {
  /** Provider, account and, if the failure is per model, the model. */
  readonly key: string;
  readonly reason: FailureReason;
  /** Failures in a row. */
  readonly count: number;
  /** Milliseconds since 1970; in the past if the window is over and only the count matters. */
  readonly until: number;
}

export interface RouteStore {
  cooldowns(): Promise<readonly Cooldown[]>;
  put(cooldown: Cooldown): Promise<void>;
  clear(key: string): Promise<void>;
  /** The next number of a counter, from 0; unique across callers. */
  take(counter: string): Promise<number>;
}
