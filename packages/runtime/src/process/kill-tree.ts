/** Ends a process and everything it started: first with SIGTERM, then by force. */

import process from 'node:process';
import type { Clock } from '../time/clock.ts';
import { steadyTime } from '../time/steady-time.ts';
import type { Member, ProcessTree } from './process-tree.ts';

export interface KillOptions {
  readonly clock: Clock;
  /** Between SIGTERM and force. */
  readonly graceMs: number;
  /** Whether the leader has ended and been reaped. */
  readonly isReaped: () => boolean;
}

const lookEveryMs = 20;
/** Limits for processes that fork faster than they can be found: how often to look again, and how often to start over. */
const mostLooks = 10;
const mostRounds = 20;

/** Returns the processes that are still there: none, unless the system cannot kill them. */
export async function killTree(tree: ProcessTree, ending: KillOptions): Promise<readonly Member[]> {
  const living = (): readonly Member[] => tree.living(ending.isReaped());
  const found = living();
  signalAll(tree, found, 'SIGTERM');
  // A stopped process receives the signal only when it continues.
  signalAll(tree, found, 'SIGCONT');
  if (await isEmptyWithin(living, ending.graceMs, ending.clock)) return [];
  for (let round = 0; round < mostRounds; round++) {
    forceAll(tree, living);
    if (await isEmptyWithin(living, lookEveryMs, ending.clock)) return [];
  }
  return living();
}

/** All are stopped first: children of a killed process lose their parent and cannot be found by it. */
function forceAll(tree: ProcessTree, living: () => readonly Member[]): void {
  const stopped = new Map<number, Member>();
  for (let look = 0; look < mostLooks; look++) {
    const fresh = living().filter(({ pid }) => !stopped.has(pid));
    if (fresh.length === 0) break;
    for (const member of fresh) stopped.set(member.pid, member);
    signalAll(tree, fresh, 'SIGSTOP');
  }
  signalAll(tree, [...stopped.values()], 'SIGKILL');
}

/** Signals each process only once: some programs treat a second SIGTERM as an order to hurry. */
function signalAll({ leader }: ProcessTree, members: readonly Member[], signal: NodeJS.Signals): void {
  if (members.some(({ isInGroup }) => isInGroup)) send(-leader, signal);
  for (const { pid, isInGroup } of members) if (!isInGroup) send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended in the meantime, or belongs to another user.
  }
}

async function isEmptyWithin(living: () => readonly Member[], ms: number, clock: Clock): Promise<boolean> {
  const now = steadyTime(clock);
  const until = now() + ms;
  while (living().length > 0) {
    if (now() >= until) return false;
    await clock.sleep(lookEveryMs);
  }
  return true;
}
