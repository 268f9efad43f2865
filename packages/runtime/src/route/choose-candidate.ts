/**
 * Which candidate is tried next, as a pure function. In this order:
 *
 *   1. the first that is free;
 *   2. the first that failed for this request and has waited long enough for its retry;
 *   3. the first that cools down because of the network and that this turn has not tried: trying costs nothing, and the user may
 *      have reconnected;
 *   4. the one that is available soonest, after a wait within the limit;
 *   5. the first that cools down because its server failed and that this turn has not tried: the server may have recovered;
 *   6. the first that only a person can fix (key, bill) and that this turn has not tried: it may have been fixed;
 *   7. none.
 *
 * Candidates whose window cannot hold the history are skipped if another one passes step 6.
 */
export interface Standing {
  /** The candidate is neither cooling down nor waiting for its retry. */
  readonly free: boolean;
  /** When it can be used; undefined: never again. */
  readonly readyAt: number | undefined;
  /** Whether waiting for it counts against the limit: a short pause before a retry does not. */
  readonly limited: boolean;
  readonly fixable: boolean;
  /** It is cooling down because of the network, and this turn has not tried it. */
  readonly untried: boolean;
  /** It is cooling down because its server failed, and this turn has not tried it. */
  readonly serverFailed: boolean;
  readonly fits: boolean;
}

export type Choice =
  | { readonly do: 'send'; readonly index: number; readonly how: 'free' | 'retry' | 'untried' | 'fixable' }
  | { readonly do: 'wait'; readonly index: number; readonly until: number }
  | { readonly do: 'none' };

/** A timer may fire a moment too early. */
export const earlyMs = 50;

/** `patienceMs`: what is left of the longest wait. */
export function chooseCandidate(standings: readonly Standing[], now: number, patienceMs: number): Choice {
  const fitting = choose(standings, now, patienceMs, ({ fits }) => fits);
  return fitting.do === 'none' ? choose(standings, now, patienceMs, () => true) : fitting;
}

function choose(
  standings: readonly Standing[],
  now: number,
  patienceMs: number,
  isWanted: (standing: Standing) => boolean,
): Choice {
  const wanted = standings.map((standing, index) => ({ ...standing, index })).filter(isWanted);
  const free = wanted.find((standing) => standing.free);
  if (free !== undefined) return { do: 'send', index: free.index, how: 'free' };
  const ready = wanted.find(({ readyAt }) => readyAt !== undefined && readyAt <= now + earlyMs);
  if (ready !== undefined) return { do: 'send', index: ready.index, how: 'retry' };
  const untried = wanted.find((standing) => standing.untried);
  if (untried !== undefined) return { do: 'send', index: untried.index, how: 'untried' };
  let soonest: { readonly index: number; readonly until: number } | undefined;
  for (const { index, readyAt, limited } of wanted) {
    if (readyAt === undefined || (limited && readyAt - now > patienceMs)) continue;
    if (soonest === undefined || readyAt < soonest.until) soonest = { index, until: readyAt };
  }
  if (soonest !== undefined) return { do: 'wait', ...soonest };
  const serverFailed = wanted.find((standing) => standing.serverFailed);
  if (serverFailed !== undefined) return { do: 'send', index: serverFailed.index, how: 'untried' };
  const fixable = wanted.find((standing) => standing.fixable);
  return fixable === undefined ? { do: 'none' } : { do: 'send', index: fixable.index, how: 'fixable' };
}
