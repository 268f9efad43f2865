/** Subagents of subagents: the sessions that each session of a database started. */

/** Reading is recursive, and a database may contain anything. */
const mostNested = 50;

export interface SessionNames<T> {
  readonly id: (session: T) => string;
  readonly parent: (session: T) => string;
}

/** None is lost: those that do not lead to the first session, because of a gap, a circle or their depth, are listed as its own. */
export function childrenIn<T>(
  [main, ...others]: readonly [T, ...T[]],
  { id, parent }: SessionNames<T>,
): ReadonlyMap<T, readonly T[]> {
  const byId = new Map([...others.toReversed(), main].map((session) => [id(session), session]));
  const leadsToMain = (session: T): boolean => {
    let at: T | undefined = session;
    for (let steps = 0; at !== undefined && at !== main && steps < mostNested; steps += 1) at = byId.get(parent(at));
    return at === main;
  };
  return Map.groupBy(others, (session) => (leadsToMain(session) ? (byId.get(parent(session)) ?? main) : main));
}
