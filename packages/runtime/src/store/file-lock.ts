/**
 * Runs short work under a lock file shared by any number of processes. It is the lock of sessions with a limit: a holder that keeps it
 * for too long counts as stuck, even if it is running.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import { ownIdentity, type ProcessIdentity } from './jsonl/process-identity.ts';
import { acquireLock, LockedError } from './jsonl/session-lock.ts';

export interface FileLockOptions {
  readonly clock: Clock;
  /** How long a running holder may keep it before it counts as stuck. */
  readonly stuckMs: number;
  /** The longest wait. */
  readonly patienceMs: number;
  /** Default: determined for each lock. */
  readonly self?: Promise<ProcessIdentity>;
}

/**
 * Rejects with the error of the disk or of `work`, or if the wait was too long. A process that was suspended may have lost the lock
 * without noticing: call `isHeld` right before the effect.
 */
export async function withFileLock<T>(
  path: string,
  { clock, stuckMs, patienceMs, self = ownIdentity() }: FileLockOptions,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const options = { clock, self: await self, mintToken: randomUUID, waitMs: patienceMs, pauseMs: 1, stuckMs };
  const lock = await acquireLock(path, options).catch((error: unknown) => {
    if (!(error instanceof LockedError)) throw error;
    throw new Error(`The lock ${path} was not released within ${patienceMs / 1_000} s.`);
  });
  try {
    return await work(() => lock.isHeld());
  } finally {
    await lock.release();
  }
}
