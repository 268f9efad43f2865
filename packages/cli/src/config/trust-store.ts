/**
 * Which folders the user trusts or does not trust: one small private file per folder, so that two processes never write the same one.
 * Unreadable files are ignored.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivately } from './write-privately.ts';

export interface Trust {
  readonly trusted: boolean;
  /** Digests of everything the user has trusted, latest last. */
  readonly seen: readonly string[];
}

export interface TrustStore {
  /** Undefined: the user was never asked. */
  find(folder: string): Promise<Trust | undefined>;
  /** Rejects with the system's error. */
  remember(folder: string, trust: Trust): Promise<void>;
}

/** The oldest digests are dropped: a project may change every day. */
const maxSeen = 2_000;

/** All folders must be passed with their links resolved. */
export function createTrustStore(stateFolder: string): TrustStore {
  const root = join(stateFolder, 'trust');
  const pathOf = (folder: string): string =>
    join(root, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.json`);
  return {
    async find(folder) {
      try {
        const stored: unknown = JSON.parse(await readFile(pathOf(folder), 'utf8'));
        if (typeof stored !== 'object' || stored === null || !('folder' in stored) || !('trusted' in stored))
          return undefined;
        if (stored.folder !== folder || typeof stored.trusted !== 'boolean') return undefined;
        const seen: readonly unknown[] = 'seen' in stored && Array.isArray(stored.seen) ? stored.seen : [];
        return { trusted: stored.trusted, seen: seen.filter((each) => typeof each === 'string') };
      } catch {
        return undefined;
      }
    },
    remember: (folder, { trusted, seen }) =>
      writePrivately(pathOf(folder), { folder, trusted, seen: [...new Set(seen)].slice(-maxSeen) }),
  };
}
