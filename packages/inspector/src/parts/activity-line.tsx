/**
 * The activity in a session whose last turn has not ended: which target it waits for, or which calls run, and for how
 * long.
 */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Activity } from '../asking/api.ts';
import { durationText, timeText, visibleText } from './format.ts';

/** After this time the process may have ended: a kill leaves no record. */
const quietMs = 60_000;
const mostCalls = 6;

export function ActivityLine({ activity }: { readonly activity: Activity }): VNode {
  const now = useSeconds();
  const { turn, who, calls, since, lastAt } = activity;
  const isQuiet = now - lastAt > quietMs;
  return (
    <p class="activity">
      <span class="state running">{`Turn ${turn} has not ended`}</span>{' '}
      {calls.length === 0 ? (
        <span>{`waiting for ${who === undefined ? 'the answer' : visibleText(who)}, ${spent(now - Math.max(since, lastAt))}`}</span>
      ) : (
        calls.slice(0, mostCalls).map(({ name, startedAt }, index) => (
          <span key={index} class="running-call">
            <code>{visibleText(name)}</code> {spent(now - startedAt)}
          </span>
        ))
      )}
      {calls.length > mostCalls && <span>{`and ${calls.length - mostCalls} more`}</span>}
      {isQuiet && <span class="aside">{`Nothing was recorded since ${timeText(lastAt)}.`}</span>}
    </p>
  );
}

function spent(ms: number): string {
  return durationText(Math.max(0, Math.floor(ms / 1_000) * 1_000)).replace('.0 s', ' s');
}

function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
