/**
 * Runs work of milliseconds under a lock file that any number of processes share. It is the lock of sessions; in addition, a holder that
 * has it for far too long counts as stuck, even if it runs.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import { ownIdentity, type ProcessIdentity } from './jsonl/process-identity.ts';
import { acquireLock, LockedError } from './jsonl/session-lock.ts';

export interface FileLockOptions {
  readonly clock: Clock;
  /** How long a running holder may have it before it counts as stuck. */
  readonly stuckMs: number;
  /** The longest wait. */
  readonly patienceMs: number;
  /** Default: determined for each lock. */
  readonly self?: Promise<ProcessIdentity>;
}

/**
 * Rejects with what the disk or `work` says, or when the wait was too long. A process that was stopped for a while may have lost the
 * lock without knowing: call `isHeld` right before the effect.
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
