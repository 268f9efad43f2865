/**
 * Finds files of the workspace by a few letters of their names. The `list_files` tool lists them: without what `.gitignore` excludes, and
 * without running anything (git would obey the folder's configuration).
 */
import { type Listing, listFiles } from '../../attachments/list-files.ts';

export interface FileFinder {
  /** The files are listed: a search takes no time. */
  readonly isListed: boolean;
  find(query: string, signal: AbortSignal): Promise<readonly string[]>;
}

const maxListed = 5_000;

export function createFileFinder(root: string): FileFinder {
  let all: Promise<Listing> | undefined;
  let isListed = false;
  return {
    get isListed() {
      return isListed;
    },
    async find(query, signal) {
      all ??= listFiles(root, '**', maxListed, new AbortController().signal).catch(() => ({
        names: [],
        isCut: false,
      }));
      const { names, isCut } = await all;
      isListed = true;
      if (!isCut || !/^[\w./-]+$/.test(query)) return rankNames(names, query);
      const more = await listFiles(root, `**/*${query.replace(/^.*\//, '')}*`, maxListed, signal).catch(() => ({
        names: [],
      }));
      return rankNames([...new Set([...names, ...more.names])], query);
    },
  };
}

const maxRanked = 50;

/** The most likely matches. */
export function rankNames(names: readonly string[], query: string): readonly string[] {
  const wanted = query.toLowerCase();
  return names
    .flatMap((name) => {
      const rank = rankOf(name.toLowerCase(), wanted);
      return rank === undefined ? [] : [{ name, rank }];
    })
    .sort(
      (one, other) => one.rank - other.rank || one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
    )
    .slice(0, maxRanked)
    .map(({ name }) => name);
}

/** Lower is better. Undefined: no match. */
function rankOf(name: string, query: string): number | undefined {
  if (query === '') return name.split('/').length;
  const own = name.slice(name.replace(/\/$/, '').lastIndexOf('/') + 1);
  if (name.startsWith(query)) return 0;
  if (own.startsWith(query)) return 1;
  if (own.includes(query)) return 2;
  if (name.includes(query)) return 3;
  return hasInOrder(name, query) ? 4 : undefined;
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    const found = name.indexOf(letter, at);
    if (found === -1) return false;
    at = found + letter.length;
  }
  return true;
}
