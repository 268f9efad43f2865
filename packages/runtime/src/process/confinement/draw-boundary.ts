/** Determines what a process in a workspace can access. Reads the disk, changes nothing. */
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../tool/tool.ts';
import { isFolder } from '../../workspace/is-folder.ts';
import type { HiddenPath } from './boundary.ts';
import { gitFolders } from './git-folders.ts';
import { isFreeOrHeld } from './held-place.ts';
import { cachePaths, secretPaths, startPaths, systemSecrets } from './home-files.ts';
import { isAtOrBelow } from './mount-table.ts';

export interface BoundaryRequest {
  readonly workspace: Workspace;
  /** The user's home folder, and the value of `HOME`. */
  readonly homes: readonly string[];
  /** Files of this program and key files: neither read nor written. */
  readonly hidden: readonly string[];
  /** Folders outside the workspace that this process may write to. */
  readonly writable?: readonly string[];
  readonly readable?: readonly string[];
}

/** All paths to consider, before it is decided how each can be accessed. */
export interface DrawnBoundary {
  readonly writable: readonly string[];
  readonly guarded: readonly string[];
  readonly hidden: readonly HiddenPath[];
  readonly readable: readonly string[];
  readonly caches: readonly string[];
  /** Folders to create before the start, so that nothing inside creates them; `isKept`: they may stay. */
  readonly placeholders: readonly { readonly path: string; readonly isKept: boolean }[];
  /** Must not exist afterwards. */
  readonly forbidden: readonly string[];
  /** Links directly in `/run`, which is replaced inside. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/** Replaced inside: their contents are visible only if listed. */
export const coveredFolders: readonly string[] = ['/tmp', '/var/tmp', '/run', '/dev', '/proc', '/sys'];

export function drawBoundary(request: BoundaryRequest): DrawnBoundary {
  const { workspace, homes } = request;
  const roots = present([workspace.root, ...workspace.alsoAllowed, ...(request.writable ?? [])]);
  const git = roots.map(gitFolders);
  const writable = outerFirst([...roots, ...git.flatMap((each) => [...each.writable, ...each.pinned])]);
  const readable = present(request.readable ?? []);
  const isWritable = (path: string): boolean => writable.some((folder) => isAtOrBelow(path, folder));
  const holdsOurs = (path: string): boolean => [...roots, ...readable].some((ours) => isAtOrBelow(ours, path));

  const secrets = [...homes.flatMap(secretPaths), ...systemSecrets, ...request.hidden];
  const sockets = outsideSockets().filter((path) => !isWritable(path));
  const isSeen = (path: string): boolean => isWritable(path) || !coveredFolders.some((each) => isAtOrBelow(path, each));
  const found = outerFirst(present([...secrets, ...sockets])).filter((path) => isSeen(path) && !holdsOurs(path));
  const hidden = found.filter((path) => !found.some((other) => other !== path && isAtOrBelow(path, other)));
  const isHidden = (path: string): boolean => hidden.some((each) => isAtOrBelow(path, each));

  const own = roots.map((root) => join(root, '.interlock'));
  const hooks = git.flatMap(({ guarded }) => guarded.filter((path) => path.endsWith('/config')));
  const placeholders = [
    ...own
      .slice(0, 1)
      .filter(isFreeOrHeld)
      .map((path) => ({ path, isKept: false })),
    ...hooks
      .map((config) => config.replace(/config$/, 'hooks'))
      .filter(isAbsent)
      .map((path) => ({ path, isKept: true })),
  ];
  const start = homes.flatMap(startPaths).filter(isWritable);
  const guarded = outerFirst([
    ...placeholders.map(({ path }) => path),
    ...present([...own, ...git.flatMap((each) => each.guarded), ...start]),
  ]).filter((path) => isWritable(path) && !isHidden(path));

  const caches = outerFirst(present(homes.flatMap(cachePaths))).filter(
    (path) => isFolder(path) && !isWritable(path) && !isHidden(path) && !holdsOurs(path) && isSeen(path),
  );
  return {
    writable,
    guarded,
    hidden: hidden.map((path) => ({ path, isFolder: isFolder(path) })),
    readable,
    caches: caches.filter((path) => !caches.some((other) => other !== path && isAtOrBelow(path, other))),
    placeholders,
    forbidden: git.flatMap(({ forbidden }) => forbidden),
    links: linksIn('/run'),
  };
}

/** Real paths of what exists. */
function present(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => real(path) ?? []))];
}

function isAbsent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

function outerFirst(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function linksIn(folder: string): DrawnBoundary['links'] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    return entries.map(({ name }) => ({ path: join(folder, name), target: readlinkSync(join(folder, name)) }));
  } catch {
    return [];
  }
}

/**
 * Sockets of processes outside: a desktop's, a container engine's, a key agent's. A read-only file system does not prevent connecting,
 * so each is hidden by its path. (Abstract sockets belong to the network, which is separate inside.)
 */
const mostSockets = 500;

/** In this process's network. Empty if the system has no such list. */
function outsideSockets(table = '/proc/net/unix'): readonly string[] {
  const paths = readLines(table).flatMap((line) => /^\S+: \S+ \S+ \S+ \S+ \S+ +\d+ (\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].slice(0, mostSockets);
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
