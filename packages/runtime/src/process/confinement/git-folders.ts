/**
 * The git folders of a workspace: what git must write, and what it runs programs from, which confined processes must not change. A
 * worktree's or submodule's folder is elsewhere; it is trusted only if it points back, or a repository could name any folder.
 */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Place } from './boundary.ts';
import type { Protection } from './draw-masks.ts';
import { entryAt, type HeldPlace, type HeldPlaces, idOf, textAt } from './open-place.ts';

export interface GitFolders {
  /** Folders elsewhere that git must write. */
  readonly writable: readonly Place[];
  readonly protections: readonly Protection[];
  /** Missing files that git would obey; they must not be created. */
  readonly forbidden: readonly string[];
}

/** Nested submodules are rare, and a folder with thousands of them is not git's. */
const mostModules = 200;

/** `isInside`: whether a path is in a folder that confined processes can write. `.git` is pinned, or it could be moved and replaced. */
export function gitFolders(root: HeldPlace, isInside: (path: string) => boolean, held: HeldPlaces): GitFolders {
  const entry = join(root.path, '.git');
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (stats === undefined) return { writable: [], protections: [], forbidden: [] };
  if (stats.isDirectory()) return plainRepository(realpathSync(entry), entry);
  const linked = linkedFolder(root, isInside, held);
  if (linked === undefined) return { writable: [], protections: [readOnly(entry)], forbidden: [] };
  const { folder, shared } = linked;
  const own = [entry, ...['commondir', 'gitdir'].map((name) => join(folder, name)), ...obeyed(folder)];
  if (shared === undefined)
    return { writable: linked.writable, protections: own.filter(isThere).map(readOnly), forbidden: [] };
  const others = siblings(join(shared, 'worktrees'), folder);
  return {
    writable: linked.writable,
    protections: [
      ...[...own, ...obeyed(shared), ...others, ...moduleFiles(shared)].filter(isThere).map(readOnly),
      ...hooksOf(shared),
    ],
    forbidden: absent(join(shared, 'commondir')),
  };
}

function plainRepository(folder: string, entry: string): GitFolders {
  return {
    writable: [],
    protections: [
      ...[...obeyed(entry), ...obeyed(folder), ...moduleFiles(folder)].filter(isThere).map(readOnly),
      ...hooksOf(folder),
    ],
    forbidden: absent(join(folder, 'commondir')),
  };
}

function readOnly(path: string): Protection {
  return { path, how: 'read-only' };
}

function hooksOf(folder: string): readonly Protection[] {
  return [{ path: join(folder, 'hooks'), how: 'read-only', missing: 'folder' }];
}

/** Where git runs programs from. */
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

interface LinkedFolder {
  readonly folder: string;
  /** For a worktree: the repository's folder. */
  readonly shared?: string;
  /** What git must write there. */
  readonly writable: readonly Place[];
}

/**
 * The folder that a `.git` file names, if that folder points back to the file. Everything is read from folders that are held open, so
 * what was checked is what becomes writable. A folder inside a writable one earns nothing: it is writable already.
 */
function linkedFolder(
  root: HeldPlace,
  isInside: (path: string) => boolean,
  held: HeldPlaces,
): LinkedFolder | undefined {
  const entry = root.at('.git');
  const named = /^gitdir: (.+)$/m.exec(textAt(entry))?.[1];
  const folder = named === undefined ? undefined : real(resolve(root.path, named.trim()));
  if (folder === undefined) return undefined;
  if (isInside(folder)) return { folder, writable: [] };
  const place = held.hold(folder);
  if (place === undefined) return undefined;
  const back = textAt(place.at('gitdir')).trim();
  if (back === '') return isModuleOf(place, root) ? { folder, writable: [place] } : undefined;
  if (!isSame(resolve(folder, back), entry)) return undefined;
  const shared = sharedPlace(place, isInside, held);
  return shared === undefined ? { folder, writable: [place] } : { folder, shared: shared.path, writable: [shared] };
}

/** A submodule points back in its settings. */
function isModuleOf(place: HeldPlace, root: HeldPlace): boolean {
  const tree = /^\s*worktree\s*=\s*(.+)$/m.exec(textAt(place.at('config')))?.[1];
  const stats = tree === undefined ? undefined : entryAt(resolve(place.path, tree.trim()));
  return stats !== undefined && idOf(stats) === root.id;
}

function isSame(path: string, other: string): boolean {
  const [one, two] = [entryAt(path), entryAt(other)];
  return one !== undefined && two !== undefined && one.isFile() && idOf(one) === idOf(two);
}

/** For a worktree: the repository's folder, if this is one of its worktrees. */
function sharedPlace(place: HeldPlace, isInside: (path: string) => boolean, held: HeldPlaces): HeldPlace | undefined {
  const named = textAt(place.at('commondir')).trim();
  const path = named === '' ? undefined : real(resolve(place.path, named));
  if (path === undefined || dirname(dirname(place.path)) !== path || isInside(path)) return undefined;
  const shared = held.hold(path);
  const own = shared === undefined ? undefined : entryAt(shared.at(place.path.slice(path.length + 1)));
  return own !== undefined && idOf(own) === place.id && isThere(shared?.at('HEAD') ?? '') ? shared : undefined;
}

function absent(path: string): readonly string[] {
  return entryAt(path) === undefined ? [path] : [];
}

function isThere(path: string): boolean {
  return entryAt(path) !== undefined;
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
