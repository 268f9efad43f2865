/**
 * What of a home folder confined processes cannot read: everything but what they need, so that the files of a program that nobody here
 * has heard of are hidden, too. Needed are the workspace with its repository, what is on `PATH` with its toolchain, and a table of tools.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../clean-environment.ts';
import { realPath } from '../real-path.ts';
import { gitFolderOf } from './git-folders.ts';
import { toolPaths, toolVariables } from './home-files.ts';
import { isAtOrBelow } from './mount-table.ts';
import { entryAt, textAt } from './open-place.ts';

export interface HomeNeeds {
  /** Folders that this process may write. */
  readonly roots: readonly string[];
  /** Programs and files that were named for this process. */
  readonly programs: readonly string[];
  /** What the user opens. */
  readonly opened: readonly string[];
  readonly environment: Environment;
}

/** `home`: real. */
export function hiddenInHome(home: string, { roots, programs, opened, environment }: HomeNeeds): readonly string[] {
  // The user works in the home folder itself: then only what is a setting by its name is hidden.
  const isRoot = roots.some((root) => isAtOrBelow(home, root));
  const inside = (path: string): boolean => path !== home && isAtOrBelow(path, home);
  const needed = [
    ...toolPaths(home),
    ...opened,
    ...programs.flatMap((path) => [path, ...projectOf(path, home)]),
    ...roots.flatMap((root) => [root, ...repositoryOf(root, home)]),
    ...toolchains(environment, home),
  ].flatMap((path) => [path, realPath(path) ?? path]);
  const open = [...new Set(needed)].filter(inside);
  const isOpen = (path: string): boolean => open.some((each) => isAtOrBelow(path, each));
  const hide = (folder: string): readonly string[] =>
    entriesOf(folder).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (isOpen(path)) return [];
      if (open.some((each) => isAtOrBelow(each, path))) return hide(path);
      if (isRoot && folder === home && (!entry.name.startsWith('.') || ofWorkspace.includes(entry.name))) return [];
      return entry.isSymbolicLink() && !leadsInto(path, home, entry.name) ? [] : [path];
    });
  return hide(home);
}

/** Of a workspace, and not of a program. They are protected in other ways. */
const ofWorkspace: readonly string[] = [
  '.git',
  '.gitmodules',
  '.github',
  '.interlock',
  '.vscode',
  '.idea',
  '.mcp.json',
];

/** What a link leads to outside the home folder is hidden only if it is a setting by its name, and nothing of the system. */
function leadsInto(path: string, home: string, name: string): boolean {
  const target = realPath(path);
  if (target === undefined) return false;
  return isAtOrBelow(target, home) || (name.startsWith('.') && !system.some((folder) => isAtOrBelow(target, folder)));
}

const system: readonly string[] = [
  '/usr',
  '/bin',
  '/lib',
  '/lib64',
  '/sbin',
  '/etc',
  '/opt',
  '/nix',
  '/gnu',
  '/var/lib',
];

/** A package of a larger repository needs the rest of it; a clone may borrow the objects of another. */
function repositoryOf(root: string, home: string): readonly string[] {
  for (let at = root; at !== dirname(at) && at !== home; at = dirname(at)) {
    if (gitFolderOf(join(at, '.git')) === undefined) continue;
    const others = textAt(join(at, '.git/objects/info/alternates')).split('\n');
    return [at, ...others.filter((path) => isAbsolute(path))];
  }
  return [];
}

/** A script needs the packages beside it. */
function projectOf(path: string, home: string): readonly string[] {
  for (let at = dirname(path); at !== home && isAtOrBelow(at, home); at = dirname(at))
    if (projectFiles.some((name) => entryAt(join(at, name)) !== undefined)) return [at];
  return [];
}

const projectFiles: readonly string[] = [
  'package.json',
  'pyproject.toml',
  'go.mod',
  'Cargo.toml',
  'pyvenv.cfg',
  '.git',
];

/** The folders of `PATH` and of variables, with the rest of each tool. */
function toolchains(environment: Environment, home: string): readonly string[] {
  const folders = (environment['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => path !== home && isAtOrBelow(path, home));
  const named = toolVariables.flatMap((name) => (environment[name] ?? '').split(delimiter)).filter(isAbsolute);
  const links = folders.flatMap((folder) =>
    entriesOf(folder).flatMap((entry) => (entry.isSymbolicLink() ? (realPath(join(folder, entry.name)) ?? []) : [])),
  );
  const programs = links.flatMap((path) => [path, ...besides(dirname(path), home)]);
  return [...named, ...folders, ...folders.flatMap((folder) => besides(folder, home)), ...programs];
}

/** Beside `bin`. Not the whole folder: its other files may be anything. `~/.local/share` holds the data of all programs. */
function besides(folder: string, home: string): readonly string[] {
  const above = dirname(folder);
  if (!['bin', 'sbin', 'shims', 'libexec'].includes(basename(folder)) || [home, join(home, '.local')].includes(above))
    return [];
  const names = ['bin', 'lib', 'lib64', 'libexec', 'share', 'include', 'pyvenv.cfg', 'jre', 'jmods', 'conf'];
  return names.map((name) => join(above, name));
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
