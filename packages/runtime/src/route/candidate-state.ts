/** What a turn knows about a candidate besides its cooldown, and whether the candidate can be used now. */
import type { FailureReason } from '@interlock/wire';
import type { Cooldown } from '../store/route-store.ts';
import type { Standing } from './choose-candidate.ts';
import { mostUnreachableRetries } from './unreachable.ts';

/** A failure of the current request. */
export interface FailedAttempts {
  /** How often it has failed for this request. */
  readonly count: number;
  /** When the pause before the next retry ends. */
  readonly retryAt: number;
  /** The provider requested a longer pause than ours. */
  readonly hinted: boolean;
  /** The end of the cooldown window that this request's failures opened; 0: none. */
  readonly until: number;
  /** How many of these failures were `unreachable` (`unreachable.ts`). */
  readonly unreachable: number;
}

export interface CandidateState {
  /** Why it is not tried again in this turn. */
  readonly out?: string | undefined;
  /** This turn has tried it, and it failed. */
  readonly failed: boolean;
  readonly tried?: FailedAttempts | undefined;
  /** This many tokens were too many for it. */
  readonly overflowAt?: number | undefined;
}

export const untouched: CandidateState = { failed: false };

/** Whether a person must fix it: waiting does not help. */
export function isFixable(reason: FailureReason): boolean {
  return reason === 'auth-permanent' || reason === 'billing';
}

/**
 * One request's failure says little about the next: the model may have written nonsense, the server was restarted, or had too much to do for a
 * second. If it asked for a pause, whoever sends the next request knows it and decides.
 */
const serverFailures: ReadonlySet<FailureReason> = new Set(['server', 'overloaded', 'timeout']);

/** How often the current request has tried a candidate, and how often it may try again. */
export interface Tries {
  readonly asked: number;
  readonly maxRetries: number;
}

/**
 * A failed request may retry the same credential after a short pause, while other turns avoid it until its window ends. It tries at
 * most `1 + maxRetries` times. After a rate limit the last retry waits for the end of the window, so that it is not wasted (05 §6.2).
 * A window that another turn has opened or extended applies to all. An unreachable target is retried once, without waiting.
 */
export function standingOf(
  state: CandidateState,
  cooling: Cooldown | undefined,
  fits: boolean,
  now: number,
  { asked, maxRetries }: Tries,
): Standing {
  const { out, tried, failed } = state;
  const fixable = out === undefined && !failed && cooling !== undefined && isFixable(cooling.reason);
  const serverFailed = out === undefined && !failed && cooling !== undefined && serverFailures.has(cooling.reason);
  const resting: Standing = {
    free: false,
    readyAt: undefined,
    limited: true,
    fixable,
    untried: false,
    serverFailed,
    fits,
  };
  if (out !== undefined) return resting;
  if (asked > maxRetries) return { ...resting, fixable: false, serverFailed: false };
  const isCooling = cooling !== undefined && cooling.until > now;
  if (tried === undefined || (isCooling && isFixable(cooling.reason))) {
    const untried = isCooling && !failed && cooling.reason === 'network';
    return { ...resting, free: !isCooling, readyAt: isCooling ? cooling.until : now, untried };
  }
  const { retryAt, hinted, until, unreachable } = tried;
  if (unreachable > 0) {
    return unreachable <= mostUnreachableRetries ? { ...resting, readyAt: retryAt, limited: hinted } : resting;
  }
  if (isCooling && cooling.until > until) return { ...resting, readyAt: Math.max(retryAt, cooling.until) };
  const waitsForWindow = asked === maxRetries && isCooling && cooling.reason === 'rate-limit' && !hinted;
  if (waitsForWindow) return { ...resting, readyAt: Math.max(retryAt, until) };
  return { ...resting, readyAt: retryAt, limited: hinted };
}
