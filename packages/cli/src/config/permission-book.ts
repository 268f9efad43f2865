/**
 * Rules that the user allowed for a project, stored in the user's state folder and never in the repository: one small private file per
 * rule, named after project and rule, so that two processes never write the same one. Unreadable files are ignored.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivately } from './write-privately.ts';

export interface KeptRule {
  /** The project, with links resolved. */
  readonly folder: string;
  /** In text form; it allows. */
  readonly rule: string;
  /** When it was stored: an ISO date. */
  readonly at: string;
}

export interface PermissionBook {
  /** Oldest first. Without a folder: those of all projects. */
  list(folder?: string): Promise<readonly KeptRule[]>;
  /** Rejects with the system's error. */
  keep(folder: string, rule: string): Promise<void>;
  /** Returns whether there was such a rule. */
  revoke(folder: string, rule: string): Promise<boolean>;
}

export function createPermissionBook(stateFolder: string, now: () => number = Date.now): PermissionBook {
  const shelf = join(stateFolder, 'permissions');
  const fileOf = (folder: string, rule: string): string => join(shelf, named(folder), `${named(rule)}.json`);
  return {
    async list(folder) {
      const projects = folder === undefined ? await namesIn(shelf) : [named(folder)];
      const files = await Promise.all(
        projects.map(async (project) =>
          (await namesIn(join(shelf, project))).map((name) => join(shelf, project, name)),
        ),
      );
      const read = await Promise.all(files.flat().map(readRule));
      return read
        .flatMap((kept) => (kept !== undefined && (folder === undefined || kept.folder === folder) ? [kept] : []))
        .toSorted((one, other) => one.at.localeCompare(other.at) || one.rule.localeCompare(other.rule));
    },
    keep: (folder, rule) =>
      writePrivately(fileOf(folder, rule), { folder, rule, at: new Date(now()).toISOString() } satisfies KeptRule),
    async revoke(folder, rule) {
      try {
        await rm(fileOf(folder, rule));
        return true;
      } catch {
        return false;
      }
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function readRule(path: string): Promise<KeptRule | undefined> {
  try {
    const kept: unknown = path.endsWith('.json') ? JSON.parse(await readFile(path, 'utf8')) : undefined;
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { folder, rule, at } = kept as Readonly<Record<string, unknown>>;
    const isWhole = typeof folder === 'string' && typeof rule === 'string' && typeof at === 'string';
    return isWhole ? { folder, rule, at } : undefined;
  } catch {
    return undefined;
  }
}

function named(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
