/**
 * The git folders of a workspace: what git must write, and what it runs programs from, which confined processes must not change. A
 * worktree's or submodule's folder is elsewhere; it is trusted only if it points back, or a repository could name any folder.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export interface GitFolders {
  /** Folders outside the workspace that git must write. */
  readonly writable: readonly string[];
  /** Read-only inside a writable folder, and must not be moved away. */
  readonly pinned: readonly string[];
  readonly guarded: readonly string[];
  /** Missing files that git would obey; they must not be created. */
  readonly forbidden: readonly string[];
}

const none: GitFolders = { writable: [], pinned: [], guarded: [], forbidden: [] };

/** Nested submodules are rare, and a folder with thousands of them is not git's. */
const mostModules = 200;

/** `root`: real. */
export function gitFolders(root: string): GitFolders {
  const entry = join(root, '.git');
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (stats === undefined) return none;
  if (stats.isDirectory()) return plainRepository(realpathSync(entry), root);
  const folder = linkedFolder(entry);
  if (folder === undefined) return { ...none, guarded: [entry] };
  const shared = sharedFolder(folder);
  const guarded = [entry, ...['commondir', 'gitdir'].map((name) => join(folder, name)), ...obeyed(folder)];
  if (shared === undefined) return { writable: [folder], pinned: [], guarded, forbidden: [] };
  const others = siblings(join(shared, 'worktrees'), folder);
  return {
    writable: [shared],
    pinned: [folder],
    guarded: [...guarded, ...obeyed(shared), ...others, ...moduleFiles(shared)].filter(isThere),
    forbidden: absent(join(shared, 'commondir')),
  };
}

/** `.git` is pinned even if it is a folder of the workspace: otherwise it could be moved and replaced. */
function plainRepository(folder: string, root: string): GitFolders {
  const isInside = folder === join(root, '.git');
  return {
    writable: [],
    pinned: isInside ? [folder] : [],
    guarded: [...obeyed(folder), ...moduleFiles(folder)].filter(isThere),
    forbidden: absent(join(folder, 'commondir')),
  };
}

/** Where git runs programs from. A missing `hooks` is created when the boundary is drawn. */
function obeyed(folder: string): readonly string[] {
  return ['config', 'config.worktree', 'hooks'].map((name) => join(folder, name));
}

function moduleFiles(folder: string): readonly string[] {
  return listed(join(folder, 'modules'))
    .slice(0, mostModules)
    .flatMap((module) => [...obeyed(module), ...moduleFiles(module)]);
}

function siblings(folder: string, own: string): readonly string[] {
  return listed(folder).filter((each) => each !== own);
}

/** The folder that a `.git` file names, if that folder points back to the file. */
function linkedFolder(entry: string): string | undefined {
  const named = /^gitdir: (.+)$/m.exec(textOf(entry))?.[1];
  if (named === undefined) return undefined;
  const folder = real(resolve(dirname(entry), named.trim()));
  if (folder === undefined) return undefined;
  const back = textOf(join(folder, 'gitdir')).trim();
  if (back !== '') return real(resolve(folder, back)) === real(entry) ? folder : undefined;
  // A submodule points back in its settings.
  const tree = /^\s*worktree\s*=\s*(.+)$/m.exec(textOf(join(folder, 'config')))?.[1];
  const isOurs = tree !== undefined && real(resolve(folder, tree.trim())) === real(dirname(entry));
  return isOurs ? folder : undefined;
}

/** For a worktree: the repository's folder, if this is one of its worktrees. */
function sharedFolder(folder: string): string | undefined {
  const named = textOf(join(folder, 'commondir')).trim();
  const shared = named === '' ? undefined : real(resolve(folder, named));
  return shared !== undefined && dirname(dirname(folder)) === shared && isThere(join(shared, 'HEAD'))
    ? shared
    : undefined;
}

function absent(path: string): readonly string[] {
  return isThere(path) ? [] : [path];
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, 100_000);
  } catch {
    return '';
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
