/** Determines what a process in a workspace can access. Reads the disk, changes nothing. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../tool/tool.ts';
import { isFolder } from '../../workspace/is-folder.ts';
import type { Environment } from '../clean-environment.ts';
import { realPath } from '../real-path.ts';
import type { Place } from './boundary.ts';
import { type PlannedMask, type Protection, planMasks } from './draw-masks.ts';
import { gitFolders } from './git-folders.ts';
import { hiddenInHome } from './hidden-in-home.ts';
import { cachePaths, secretPaths, startPaths, systemSecrets } from './home-files.ts';
import { isAtOrBelow } from './mount-table.ts';
import { type HeldPlace, type HeldPlaces, resolveOutside } from './open-place.ts';

export interface BoundaryRequest {
  readonly workspace: Workspace;
  /** The user's home folder, and the value of `HOME`. */
  readonly homes: readonly string[];
  /** Files of this program and key files: neither read nor written. */
  readonly hidden: readonly string[];
  /** Folders outside the workspace that this process may write to. */
  readonly writable?: readonly string[];
  readonly readable?: readonly string[];
  /** What the user opens of the home folder. */
  readonly opened?: readonly string[];
  /** Says where tools are. */
  readonly environment?: Environment;
  /** Whether Unix sockets can be made inside: then those outside are hidden, as far as they are known. */
  readonly allowsUnixSockets: boolean;
}

/** All paths to consider, before it is decided how each can be accessed. */
export interface DrawnBoundary {
  /** None inside another. */
  readonly writable: readonly Place[];
  readonly masks: readonly PlannedMask[];
  /** What is hidden in the home folder. */
  readonly inHome: readonly string[];
  readonly readable: readonly string[];
  readonly caches: readonly string[];
  /** Links directly in `/run`, which is replaced inside. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/** Replaced inside: their contents are visible only if listed. */
export const coveredFolders: readonly string[] = ['/tmp', '/var/tmp', '/run', '/dev', '/proc', '/sys'];

/** `held`: keeps the writable folders open, so that the ids in the answer stay theirs. */
export function drawBoundary(request: BoundaryRequest, held: HeldPlaces): DrawnBoundary {
  const { workspace } = request;
  const roots = heldRoots([workspace.root, ...workspace.alsoAllowed, ...(request.writable ?? [])], held);
  const isInside = (path: string): boolean => roots.some((root) => isAtOrBelow(path, root.path));
  const git = roots.map((root) => gitFolders(root, isInside, held));
  const writable = outermost([...roots, ...git.flatMap((each) => each.writable)]);
  const rootOf = (path: string): string | undefined => writable.find((root) => isAtOrBelow(path, root.path))?.path;
  const isWritable = (path: string): boolean => rootOf(path) !== undefined;

  const homes = present(request.homes);
  const readable = present(request.readable ?? []);
  const holdsOurs = (path: string): boolean =>
    [...roots.map((root) => root.path), ...readable].some((ours) => isAtOrBelow(ours, path));
  const isSeen = (path: string): boolean => isWritable(path) || !coveredFolders.some((each) => isAtOrBelow(path, each));
  const { environment = {} } = request;
  const opened = present(request.opened ?? []);
  // What is opened in a folder of credentials is alone there: the rest is hidden by default.
  const isOpened = (path: string): boolean => opened.some((each) => isAtOrBelow(path, each) || isAtOrBelow(each, path));
  const needs = { roots: writable.map(({ path }) => path), programs: readable, opened, environment };
  const inHome = homes.flatMap((home) => hiddenInHome(home, needs));
  const credentials = homes.flatMap(secretPaths).filter((path) => !isOpened(path));
  const secrets = [...credentials, ...inHome, ...systemSecrets, ...request.hidden];
  // Also by the names they were given: in a writable folder, a link must not be pointed elsewhere.
  const named = secrets.filter((path) => isWritable(path));
  const sockets = request.allowsUnixSockets ? outsideSockets().filter((path) => !isWritable(path)) : [];
  const hidden = [...named, ...present([...secrets, ...sockets])].filter((path) => isSeen(path) && !holdsOurs(path));
  const protections: readonly Protection[] = [
    ...hidden.map((path) => ({ path, how: 'hidden' as const })),
    ...roots.map((root) => ({ path: join(root.path, '.interlock'), how: 'read-only' as const })),
    ...roots.slice(0, 1).map((root) => ownFolder(root)),
    ...git.flatMap((each) => each.protections),
    ...homes.flatMap(startPaths).map((start) => ({ ...start, how: 'read-only' as const })),
  ];

  const isHidden = (path: string): boolean => hidden.some((each) => isAtOrBelow(path, each));
  const caches = present(homes.flatMap(cachePaths)).filter(
    (path) => isFolder(path) && !isWritable(path) && !isHidden(path) && !holdsOurs(path) && isSeen(path),
  );
  return {
    writable,
    masks: planMasks(protections, rootOf),
    inHome: hidden.filter((path) => homes.some((home) => isAtOrBelow(path, home))),
    readable,
    caches: caches.filter((path) => !caches.some((other) => other !== path && isAtOrBelow(path, other))),
    links: linksIn('/run'),
  };
}

/** Our settings and tools: where there are none, none may be made inside. */
function ownFolder(root: Place): Protection {
  return { path: join(root.path, '.interlock'), how: 'read-only', missing: 'folder' };
}

/** A folder may be named through a link, but not through one that a confined process can make. */
function heldRoots(paths: readonly string[], held: HeldPlaces): readonly HeldPlace[] {
  const roots: HeldPlace[] = [];
  for (const path of paths) {
    const real = resolveOutside(path, (folder) => roots.some((root) => isAtOrBelow(folder, root.path)));
    if (real === undefined || roots.some((root) => root.path === real)) continue;
    const place = held.hold(real);
    if (place !== undefined) roots.push(place);
  }
  return roots;
}

/** What is in a writable folder is writable already. A mount of its own would only be another name to check. */
function outermost(places: readonly Place[]): readonly Place[] {
  const plain = places.map(({ path, id }) => ({ path, id }));
  return plain.filter(
    ({ path }, nth) => !plain.some((other, at) => (other.path === path ? at < nth : isAtOrBelow(path, other.path))),
  );
}

/** Real paths of what exists. */
function present(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => realPath(path) ?? []))];
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
 * so where Unix sockets can be made inside, each is hidden by its path; not those that were renamed or are made later. (Abstract sockets belong to the network, which is separate inside.)
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
