/**
 * How long a credential cools down after a failure: pure functions, tested as a table.
 *
 * A failure during a running window belongs to the same outage: it changes neither the window nor the count, unless its hint is
 * later. So ten sessions that meet one outage, or one request that is retried, count once. Failures of another kind (an empty account
 * after a rate limit) have their own count.
 */
import type { Failure, FailureReason } from '@interlock/wire';
import type { Cooldown } from '../store/route-store.ts';

export interface CooldownConfig {
  /** timeout, server, overloaded, network: the 1st, 2nd, … window in a row; later ones equal the last. */
  readonly passingMs: readonly number[];
  /** The window after a rate limit without a hint; doubled each time, up to the cap. */
  readonly rateLimitMs: number;
  readonly rateLimitCapMs: number;
  readonly billingMs: number;
  readonly billingCapMs: number;
  readonly authMs: number;
  readonly authCapMs: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const defaultCooldowns: CooldownConfig = {
  passingMs: [30 * second, minute, 5 * minute],
  rateLimitMs: 30 * second,
  rateLimitCapMs: 24 * hour,
  billingMs: 10 * minute,
  billingCapMs: 24 * hour,
  authMs: 10 * minute,
  authCapMs: hour,
};

/** Long hints are kept; only a number that a date cannot represent is cut. */
const longestHint = 10 * 366 * 24 * hour;

type Kind = 'passing' | 'rate-limit' | 'billing' | 'auth';

/** Absent: not the credential's fault, or (`auth`) it must be refreshed first. */
const kinds: Readonly<Partial<Record<FailureReason, Kind>>> = {
  timeout: 'passing',
  server: 'passing',
  overloaded: 'passing',
  network: 'passing',
  'rate-limit': 'rate-limit',
  billing: 'billing',
  'auth-permanent': 'auth',
};

/** The cooldown to record for the failure; undefined: none. */
export function coolDown(
  previous: Omit<Cooldown, 'key'> | undefined,
  failure: Failure,
  now: number,
  config: CooldownConfig = defaultCooldowns,
): Omit<Cooldown, 'key'> | undefined {
  const kind = kinds[failure.reason];
  if (kind === undefined) return undefined;
  const hint = hintOf(failure);
  if (previous !== undefined && previous.until > now) {
    const until = Math.max(previous.until, now + (hint ?? 0));
    const reason = until > previous.until ? failure.reason : previous.reason;
    return { reason, count: previous.count, until };
  }
  const count = previous !== undefined && kinds[previous.reason] === kind ? previous.count + 1 : 1;
  return { reason: failure.reason, count, until: now + windowOf(kind, count, hint, config) };
}

/** A rate limit's hint is its window; for other failures a hint can only lengthen it. */
function windowOf(kind: Kind, count: number, hint: number | undefined, config: CooldownConfig): number {
  switch (kind) {
    case 'rate-limit':
      return hint ?? doubled(config.rateLimitMs, count, config.rateLimitCapMs);
    case 'billing':
      return Math.max(hint ?? 0, doubled(config.billingMs, count, config.billingCapMs));
    case 'auth':
      return Math.max(hint ?? 0, doubled(config.authMs, count, config.authCapMs));
    case 'passing':
      return Math.max(hint ?? 0, config.passingMs[Math.min(count, config.passingMs.length) - 1] ?? 0);
  }
}

function doubled(first: number, count: number, cap: number): number {
  return Math.min(cap, first * 2 ** (count - 1));
}

/** Servers send anything: only a valid duration is a hint. */
export function hintOf({ retryAfterMs }: Failure): number | undefined {
  if (retryAfterMs === undefined || !(retryAfterMs >= 0)) return undefined;
  return Math.min(retryAfterMs, longestHint);
}

/** Auth and billing affect all models of a credential; everything else is counted per model. */
export function cooldownKey(provider: string, account: string, model: string, reason: FailureReason): string {
  const ofCredential = reason === 'auth' || reason === 'auth-permanent' || reason === 'billing';
  return (ofCredential ? [provider, account] : [provider, account, model]).map(escaped).join('|');
}

function escaped(part: string): string {
  return part.toWellFormed().replaceAll('%', '%25').replaceAll('|', '%7C');
}
