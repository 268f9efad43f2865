/** The status line, from the state of the session. */
import type { RouteView, SessionEvent, SessionState } from '@interlock/runtime';
import { homeFolder } from '../config/home-folder.ts';
import type { Status } from './screen.ts';

/** `view`: the cooldowns. Without it they stay unchanged. */
export function readStatus(before: Status, state: SessionState, view?: RouteView): Status {
  const { activity, activeSince, cost, cooling } = before;
  const { targets, pendingSwitch, tokens, window, usage, workspace, busy, lastTarget, mode } = state;
  const jobs = state.jobs.filter(({ outcome }) => outcome === undefined).length;
  const isTarget = lastTarget !== undefined && targets.includes(lastTarget);
  return {
    target: busy && isTarget ? lastTarget : targets.join(', '),
    mode,
    ...(pendingSwitch === undefined ? {} : { pendingSwitch }),
    ...(jobs === 0 ? {} : { jobs }),
    tokens,
    window,
    usage: { input: usage.input, output: usage.output },
    ...(cost === undefined ? {} : { cost }),
    ...(activity === undefined ? {} : { activity }),
    ...(activeSince === undefined ? {} : { activeSince }),
    cooling: view === undefined ? cooling : coolingOf(view),
    folder: shortFolder(workspace),
  };
}

function coolingOf({ targets }: RouteView): readonly string[] {
  return targets.flatMap(({ name, accounts }) => {
    const isCooling = accounts.length > 0 && accounts.every(({ coolingUntil }) => coolingUntil !== undefined);
    return isCooling ? [name] : [];
  });
}

function shortFolder(folder: string): string {
  const home = homeFolder(process.env);
  if (home === undefined) return folder;
  return folder === home || folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}

/** Whether an event changes the status line. */
export function changesStatus({ type }: SessionEvent): boolean {
  return changingEvents.includes(type);
}

const changingEvents: readonly SessionEvent['type'][] = [
  'turn-start',
  'usage',
  'steer',
  'job-start',
  'mode-changed',
  'job-end',
  'switch-queued',
  'switch-cancelled',
  'switch-applied',
  'compaction',
  'turn-end',
];
