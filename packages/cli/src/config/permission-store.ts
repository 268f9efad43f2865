/**
 * Rules that the user allowed for a project, stored in the user's state folder and never in the repository: one small private file per
 * rule, named after project and rule, so that two processes never write the same one. Unreadable files are ignored.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivately } from './write-privately.ts';

export interface RememberedRule {
  /** The project, with links resolved. */
  readonly folder: string;
  /** In text form. All stored rules allow. */
  readonly rule: string;
  /** When it was stored: an ISO date. */
  readonly at: string;
}

export interface PermissionStore {
  /** The rules of a project, oldest first. Without a folder: those of all projects. */
  list(folder?: string): Promise<readonly RememberedRule[]>;
  /** Rejects with the system's error. */
  add(folder: string, rule: string): Promise<void>;
  /** Returns whether there was such a rule. */
  revoke(folder: string, rule: string): Promise<boolean>;
}

export function createPermissionStore(stateFolder: string, now: () => number = Date.now): PermissionStore {
  const root = join(stateFolder, 'permissions');
  const fileOf = (folder: string, rule: string): string => join(root, digestOf(folder), `${digestOf(rule)}.json`);
  return {
    async list(folder) {
      const projects = folder === undefined ? await namesIn(root) : [digestOf(folder)];
      const files = await Promise.all(
        projects.map(async (project) => (await namesIn(join(root, project))).map((name) => join(root, project, name))),
      );
      const read = await Promise.all(files.flat().map(readRule));
      return read
        .flatMap((stored) =>
          stored !== undefined && (folder === undefined || stored.folder === folder) ? [stored] : [],
        )
        .toSorted((one, other) => one.at.localeCompare(other.at) || one.rule.localeCompare(other.rule));
    },
    add: (folder, rule) =>
      writePrivately(fileOf(folder, rule), {
        folder,
        rule,
        at: new Date(now()).toISOString(),
      } satisfies RememberedRule),
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

async function readRule(path: string): Promise<RememberedRule | undefined> {
  try {
    const stored: unknown = path.endsWith('.json') ? JSON.parse(await readFile(path, 'utf8')) : undefined;
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { folder, rule, at } = stored as Readonly<Record<string, unknown>>;
    const isWhole = typeof folder === 'string' && typeof rule === 'string' && typeof at === 'string';
    return isWhole ? { folder, rule, at } : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
