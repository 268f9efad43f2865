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

export interface TrustBook {
  /** Undefined: the user was never asked. */
  look(folder: string): Promise<Trust | undefined>;
  /** Rejects with the system's error. */
  remember(folder: string, trust: Trust): Promise<void>;
}

/** For a project that changes every day, the oldest ones are dropped. */
const mostSeen = 2_000;

/** Folders have their links resolved. */
export function createTrustBook(stateFolder: string): TrustBook {
  const shelf = join(stateFolder, 'trust');
  const pathOf = (folder: string): string =>
    join(shelf, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.json`);
  return {
    async look(folder) {
      try {
        const kept: unknown = JSON.parse(await readFile(pathOf(folder), 'utf8'));
        if (typeof kept !== 'object' || kept === null || !('folder' in kept) || !('trusted' in kept)) return undefined;
        if (kept.folder !== folder || typeof kept.trusted !== 'boolean') return undefined;
        const seen: readonly unknown[] = 'seen' in kept && Array.isArray(kept.seen) ? kept.seen : [];
        return { trusted: kept.trusted, seen: seen.filter((each) => typeof each === 'string') };
      } catch {
        return undefined;
      }
    },
    remember: (folder, { trusted, seen }) =>
      writePrivately(pathOf(folder), { folder, trusted, seen: [...new Set(seen)].slice(-mostSeen) }),
  };
}
