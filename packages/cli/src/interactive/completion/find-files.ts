/**
 * Files of the workspace by a few letters of their name. They are listed by the agent's own tool: what `.gitignore` leaves out is left
 * out, and nothing of the folder is run (git would obey its configuration).
 */
import { type Listing, listFolder } from '../../attachments/list-folder.ts';
import { rankNames } from './rank-names.ts';

export interface FileFinder {
  /** The files are known: a search takes no time. */
  readonly isListed: boolean;
  find(query: string, signal: AbortSignal): Promise<readonly string[]>;
}

const most = 5_000;

export function createFileFinder(root: string): FileFinder {
  let all: Promise<Listing> | undefined;
  let isListed = false;
  return {
    get isListed() {
      return isListed;
    },
    async find(query, signal) {
      all ??= listFolder(root, '**', most, new AbortController().signal).catch(() => ({ names: [], isCut: false }));
      const { names, isCut } = await all;
      isListed = true;
      if (!isCut || !/^[\w./-]+$/.test(query)) return rankNames(names, query);
      const more = await listFolder(root, `**/*${query.replace(/^.*\//, '')}*`, most, signal).catch(() => ({
        names: [],
      }));
      return rankNames([...new Set([...names, ...more.names])], query);
    },
  };
}
