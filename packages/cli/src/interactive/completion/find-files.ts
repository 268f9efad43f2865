/**
 * Files of the workspace by a few letters of their name. They are listed by the agent's own tool: what `.gitignore` leaves out is left
 * out, and nothing of the folder is run (git would obey its configuration).
 */
import { rankNames } from './rank-names.ts';

export interface FileFinder {
  /** The files are known: a search takes no time. */
  readonly isListed: boolean;
  find(query: string, signal: AbortSignal): Promise<readonly string[]>;
}

interface Listing {
  readonly names: readonly string[];
  /** There are more than could be listed. */
  readonly isCut: boolean;
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
      all ??= list(root, '**', new AbortController().signal).catch(() => ({ names: [], isCut: false }));
      const { names, isCut } = await all;
      isListed = true;
      if (!isCut || !/^[\w./-]+$/.test(query)) return rankNames(names, query);
      const more = await list(root, `**/*${query.replace(/^.*\//, '')}*`, signal).catch(() => ({ names: [] }));
      return rankNames([...new Set([...names, ...more.names])], query);
    },
  };
}

async function list(root: string, pattern: string, signal: AbortSignal): Promise<Listing> {
  const { builtInTools, openWorkspace } = await import('@interlock/runtime');
  const tool = builtInTools().find(({ name }) => name === 'list_files');
  if (tool === undefined) return { names: [], isCut: false };
  const pieces: string[] = [];
  const output = await tool.run(
    { pattern, limit: most },
    {
      callId: 'completion',
      signal,
      workspace: await openWorkspace(root),
      environment: {},
      progress: (text) => pieces.push(text),
    },
  );
  const names = pieces.join('').split('\n').filter(isUsable);
  return { names, isCut: typeof output === 'string' && output.includes('[Only the first') };
}

/** Names that had to be quoted hold what nobody wants in a prompt. */
function isUsable(name: string): boolean {
  return name !== '' && !name.startsWith('"');
}
