/**
 * Finds the processes that belong to one that we started as the leader of a session. On Linux: its group, its session, their
 * descendants, and processes with its mark in the environment, which finds those that forked twice and left the session. A process
 * that leaves the session, loses its parents and clears its environment is not found. Elsewhere: the group.
 */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Contains the marks of all runs that a process is part of, nested. */
export const markVariable = 'INTERLOCK_RUN';

export interface ProcessTree {
  readonly leader: number;
  /** The processes that are alive. `reaped`: the leader has ended, and its pid may belong to another process. */
  living(reaped: boolean): readonly Member[];
}

export interface Member {
  readonly pid: number;
  /** Receives signals for the leader's group. */
  readonly isInGroup: boolean;
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly started: number;
}

/** Must be called right after the start. */
export function processTree(leader: number, mark: string | undefined): ProcessTree {
  if (process.platform !== 'linux') {
    return { leader, living: () => (isGroupAlive(leader) ? [{ pid: leader, isInGroup: true }] : []) };
  }
  const begin = readEntry(leader)?.started ?? 0;
  return { leader, living: (reaped) => findMembers(leader, { reaped, mark, begin }) };
}

interface Search {
  readonly reaped: boolean;
  readonly mark: string | undefined;
  readonly begin: number;
}

function findMembers(leader: number, { reaped, mark, begin }: Search): readonly Member[] {
  const entries = readEntries();
  // An id is reused only if no group and no session uses it: then none of our processes is left in them.
  const isReused = reaped && entries.some(({ pid }) => pid === leader);
  const isMember = ({ pid, group, session, started }: ProcessEntry): boolean => {
    if (!isReused && (group === leader || session === leader)) return true;
    return mark !== undefined && started >= begin && carriesMark(pid, mark);
  };
  const members = new Set(entries.filter(isMember).map(({ pid }) => pid));
  if (!isReused) members.add(leader);
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const { pid, parent } of entries) if (members.has(parent)) members.add(pid);
  }
  return entries
    .filter(({ pid }) => members.has(pid) && pid !== process.pid)
    .map(({ pid, group }) => ({ pid, isInGroup: !isReused && group === leader }));
}

function readEntries(): readonly ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readEntry(Number(name)) ?? []);
}

/** Absent: it has ended, though its parent may not have reaped it. */
function readEntry(pid: number): ProcessEntry | undefined {
  const stat = readOr(`/proc/${pid}/stat`, '');
  // The name is in brackets and may contain anything, even brackets.
  const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (stat === '' || state === undefined || /[ZXx]/.test(state)) return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), started: Number(rest[15]) };
}

function carriesMark(pid: number, mark: string): boolean {
  return readOr(`/proc/${pid}/environ`, '').includes(mark);
}

/** A process may end while it is read, or belong to another user. */
function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return fallback;
  }
}

function isGroupAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
