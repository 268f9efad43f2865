/**
 * The git folders of a workspace: what git must write, and what it runs programs from, which confined processes must not change. A
 * worktree's or submodule's folder is elsewhere; it is trusted only if it points back, or a repository could name any folder.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isFolder } from '../../workspace/is-folder.ts';
import { quietGitEnvironment } from '../quiet-git.ts';
import { realPath } from '../real-path.ts';
import type { Place } from './boundary.ts';
import type { Protection } from './draw-masks.ts';
import { findProgram } from './find-programs.ts';
import { entryAt, type HeldPlace, type HeldPlaces, idOf, mayHold, textAt } from './open-place.ts';

export interface GitFolders {
  /** Folders elsewhere that git must write. */
  readonly writable: readonly Place[];
  readonly protections: readonly Protection[];
}

/** `isInside`: whether a path is in a folder that confined processes can write. */
export function gitFolders(root: HeldPlace, isInside: (path: string) => boolean, held: HeldPlaces): GitFolders {
  const linked = linkedFolder(root, isInside, held);
  return {
    writable: linked?.writable ?? [],
    protections: [
      ...workingTree(root.path, mostDepth),
      ...(linked === undefined ? [] : gitFolder(linked.folder)),
      ...(linked?.shared === undefined ? [] : sharedFolder(linked.shared, linked.folder)),
    ],
  };
}

/** Repositories in repositories. An ordinary workspace has none or one level. */
const mostDepth = 5;
/** More than these are protected as a whole: a confined process may have made them, to hide one among them. */
const mostModules = 200;

/** Where there is no repository, none can be made inside: git outside would obey it. */
function workingTree(root: string, depth: number): readonly Protection[] {
  const entry = join(root, '.git');
  const named = gitFolderOf(entry);
  // A folder must stay writable: commits are made in it.
  const own: readonly Protection[] = isEmpty(entry)
    ? [{ path: entry, how: 'read-only', missing: 'folder' }]
    : isFolder(entry) && entryAt(entry)?.isSymbolicLink() !== true
      ? []
      : [{ path: entry, how: 'read-only' }];
  return [
    ...own,
    ...(named === undefined ? [] : [entry, named].flatMap(gitFolder)),
    ...(named === undefined ? [] : includedSettings(root, named)),
    ...(named === undefined || depth === 0 ? [] : nestedIn(root).flatMap((path) => nested(path, depth))),
  ];
}

/** An entry in the index: git outside looks into it. */
function nested(path: string, depth: number): readonly Protection[] {
  if (entryAt(join(path, '.git')) === undefined) return [{ path, how: 'read-only', missing: 'folder' }];
  return workingTree(path, depth - 1);
}

/** What git runs programs from, what names other folders, and what chooses programs for files. */
function gitFolder(folder: string): readonly Protection[] {
  const at = (name: string, missing?: Protection['missing']): Protection => ({
    path: join(folder, name),
    how: 'read-only',
    ...(missing === undefined ? {} : { missing }),
  });
  const modules = moduleFolders(join(folder, 'modules'), mostDepth);
  return [
    at('config', nothing),
    at('config.worktree', nothing),
    at('hooks', 'git-folder'),
    at('info/attributes', nothing),
    // Where remotes are that the settings do not name: a push runs hooks there.
    at('remotes', 'git-folder'),
    at('branches', 'git-folder'),
    at('gitdir'),
    // For git: the folder itself, as if there were no such file.
    at('commondir', { text: '.\n' }),
    ...(isEmpty(join(folder, 'modules')) || modules.length > mostModules ? [at('modules', 'git-folder')] : []),
    ...modules.slice(0, mostModules).flatMap(gitFolder),
    ...(isEmpty(join(folder, 'worktrees')) ? [at('worktrees', 'git-folder')] : []),
    ...listed(join(folder, 'worktrees')).flatMap(worktreeFolder),
  ];
}

const nothing = { text: '' };

function worktreeFolder(folder: string): readonly Protection[] {
  const files = ['commondir', 'gitdir', 'config.worktree'];
  return files.map((name) => ({
    path: join(folder, name),
    how: 'read-only' as const,
    ...(name === 'config.worktree' ? { missing: nothing } : {}),
  }));
}

/** Of a repository elsewhere that this worktree belongs to. The other working trees are no business of this one. */
function sharedFolder(shared: string, own: string): readonly Protection[] {
  const others = listed(join(shared, 'worktrees')).filter((folder) => folder !== own);
  return [
    ...gitFolder(shared).filter(({ path }) => path !== join(shared, 'worktrees')),
    ...[...others, join(shared, 'index')].map((path) => ({ path, how: 'read-only' as const })),
  ];
}

/** Names of submodules may contain slashes. Their settings cannot be removed inside, so these tell. */
function moduleFolders(folder: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  return listed(folder).flatMap((each) =>
    entryAt(join(each, 'config')) === undefined ? moduleFolders(each, depth - 1) : [each],
  );
}

/** The folder that git uses for this entry, without links. Undefined: none. */
export function gitFolderOf(entry: string): string | undefined {
  if (isFolder(entry)) return isEmpty(entry) ? undefined : realPath(entry);
  const named = /^gitdir: ([^\r\n]+)/.exec(textAt(entry))?.[1];
  const folder = named === undefined ? undefined : realPath(resolve(dirname(entry), named));
  return folder !== undefined && isFolder(folder) ? folder : undefined;
}

/** Entries of the index that are repositories. Git says which, if there is a sign of any. */
export function nestedIn(root: string): readonly string[] {
  const folder = gitFolderOf(join(root, '.git'));
  if (folder === undefined) return [];
  const indexes = listed(folder).filter((path) => /^(index|sharedindex\.[0-9a-f]+)$/.test(basename(path)));
  if (!indexes.some((path) => mayHold(path, linkMode))) return [];
  const entries = askGit(root, 'ls-files', '--stage', '-z', '--', ':/')?.split('\0') ?? [];
  const paths = entries.flatMap((entry) => /^160000 \S+ \d\t(.+)$/s.exec(entry)?.[1] ?? []);
  return [...new Set(paths)].map((path) => join(root, path));
}

/** Mode 160000 as the index has it, in every version. */
const linkMode = Buffer.from([0, 0, 0xe0, 0]);

/** Files that settings include. What is not there yet would be obeyed when it is. */
function includedSettings(root: string, folder: string): readonly Protection[] {
  const files = ['config', 'config.worktree'].map((name) => join(folder, name));
  if (!files.some((path) => /include/i.test(textAt(path)))) return [];
  const entries = askGit(root, 'config', '--list', '--show-origin', '-z')?.split('\0') ?? [];
  return entries.flatMap((entry, at) => {
    const named = /^include(?:if\..*)?\.path\n(.+)$/is.exec(entry)?.[1];
    const origin = entries[at - 1]?.replace(/^file:/, '') ?? '';
    if (named === undefined || at % 2 === 0 || named.startsWith('~')) return [];
    return [{ path: resolve(root, dirname(origin), named), how: 'read-only' as const, missing: nothing }];
  });
}

export function askGit(cwd: string, ...args: readonly string[]): string | undefined {
  const git = findProgram('git', { root: cwd, alsoAllowed: [] });
  if (git === undefined) return undefined;
  const limits = { maxBuffer: 100_000_000, timeout: 20_000, killSignal: 'SIGKILL', stdio: 'pipe' } as const;
  const env = quietGitEnvironment({
    ...{ PATH: dirname(git), HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null' },
    // The user's git may be told to work in a repository of another user; and nothing runs here.
    ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' },
  });
  const { status, stdout } = spawnSync(git, args, { cwd, env, encoding: 'utf8', ...limits });
  return status === 0 ? stdout : undefined;
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
  const folder = named === undefined ? undefined : realPath(resolve(root.path, named.trim()));
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
  const path = named === '' ? undefined : realPath(resolve(place.path, named));
  if (path === undefined || dirname(dirname(place.path)) !== path || isInside(path)) return undefined;
  const shared = held.hold(path);
  const own = shared === undefined ? undefined : entryAt(shared.at(place.path.slice(path.length + 1)));
  return own !== undefined && idOf(own) === place.id && isThere(shared?.at('HEAD') ?? '') ? shared : undefined;
}

function isThere(path: string): boolean {
  return entryAt(path) !== undefined;
}

/** Also if it is not there. */
function isEmpty(folder: string): boolean {
  return entryAt(folder) === undefined || (isFolder(folder) && listed(folder).length === 0);
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
