/** What a turn knows about a candidate in addition to its cooldown, and the state that follows from both. */
import type { FailureReason } from '@interlock/wire';
import type { Cooldown } from '../store/route-store.ts';
import type { Standing } from './choose-candidate.ts';
import { mostUnreachableRetries } from './unreachable.ts';

/** A failure of the request under way. */
export interface Tried {
  /** How often it has failed at this request. */
  readonly count: number;
  /** When the pause before the next retry is over. */
  readonly retryAt: number;
  /** The pause is the provider's wish. */
  readonly hinted: boolean;
  /** The end of the window that this request's own failures opened; 0: they opened none. */
  readonly until: number;
  /** How often of these no one could be reached (`unreachable.ts`). */
  readonly unreachable: number;
}

export interface CandidateState {
  /** Why it is not asked again in this turn. */
  readonly out?: string | undefined;
  /** This turn has asked it, and it failed. */
  readonly failed: boolean;
  readonly tried?: Tried | undefined;
  /** So many tokens were too many for it. */
  readonly overflowAt?: number | undefined;
}

export const untouched: CandidateState = { failed: false };

/** Time alone does not fix these. */
export function isMendable(reason: FailureReason): boolean {
  return reason === 'auth-permanent' || reason === 'billing';
}

/** How often the request under way has asked a candidate, and how often it may ask again. */
export interface Tries {
  readonly asked: number;
  readonly maxRetries: number;
}

/**
 * A request that failed may ask the same credential again after a short pause, though everyone else stays away until its
 * window is over. It asks `1 + maxRetries` times at most. After a rate limit the last retry waits for the end of the window, so
 * that it is not wasted (05 §6.2). A window that another turn has opened or extended counts for all. Who cannot be reached
 * is asked once more, and not waited for.
 */
export function standingOf(
  state: CandidateState,
  cooling: Cooldown | undefined,
  fits: boolean,
  now: number,
  { asked, maxRetries }: Tries,
): Standing {
  const { out, tried, failed } = state;
  const mendable = out === undefined && !failed && cooling !== undefined && isMendable(cooling.reason);
  const resting: Standing = { free: false, readyAt: undefined, limited: true, mendable, untried: false, fits };
  if (out !== undefined) return resting;
  if (asked > maxRetries) return { ...resting, mendable: false };
  const isCooling = cooling !== undefined && cooling.until > now;
  if (tried === undefined || (isCooling && isMendable(cooling.reason))) {
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
