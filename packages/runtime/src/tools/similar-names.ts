/** Suggests existing names for one that does not exist. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { deniedPaths } from '../approval/denied-paths.ts';
import type { ToolContext } from '../tool/tool.ts';
import { nameOf, rootOf } from '../workspace/resolve-path.ts';
import { showPath } from '../workspace/show-path.ts';

const mostNames = 3;
/** Larger folders are not searched. */
const mostEntries = 5_000;

/** A sentence to append to "does not exist.", or ''. Searches only the last existing folder of the path. */
export async function similarNames(
  { workspace, rules = [] }: Pick<ToolContext, 'workspace' | 'rules'>,
  path: string,
): Promise<string> {
  const isDenied = deniedPaths(rules, ['list_files']) ?? (() => false);
  let missing = path;
  for (;;) {
    const folder = dirname(missing);
    if (folder === missing || rootOf(workspace, folder) === undefined) return '';
    const entries = await readdir(folder).catch(() => undefined);
    if (entries === undefined) {
      missing = folder;
      continue;
    }
    const isShown = (entry: string): boolean => !isDenied(nameOf(workspace, join(folder, entry)));
    const near = entries.length > mostEntries ? [] : nearest(basename(missing), entries.filter(isShown));
    const names = near.map((entry) => showPath(nameOf(workspace, join(folder, entry))));
    const there = missing === path ? '' : ` There is no ${showPath(nameOf(workspace, missing))}.`;
    return names.length === 0 ? there : `${there} Did you mean ${names.join(' or ')}?`;
  }
}

function nearest(wanted: string, entries: readonly string[]): string[] {
  const plain = (name: string): string => name.toLowerCase().slice(0, 100);
  const most = wanted.length < 3 ? 1 : Math.max(2, Math.floor(Math.min(wanted.length, 100) / 3));
  return entries
    .filter((entry) => entry !== '.git')
    .map((entry) => ({ entry, distance: distanceBetween(plain(wanted), plain(entry)) }))
    .filter(({ entry, distance }) => distance <= most || stem(entry) === stem(wanted))
    .sort((a, b) => a.distance - b.distance || (a.entry < b.entry ? -1 : 1))
    .slice(0, mostNames)
    .map(({ entry }) => entry);
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '').toLowerCase();
}

/** The Levenshtein distance. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
