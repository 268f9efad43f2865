/**
 * Resolves a model's path and checks that it is inside the workspace. Links are followed one by one, as the system does, so that a
 * link to a missing file is noticed too. Nothing is opened here: `open-file.ts` and `write-atomically.ts` check again what they have
 * opened.
 */
import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import type { Workspace } from '../tool/tool.ts';
import { errorCode, FileProblem, fileProblem } from './file-problem.ts';
import { showPath } from './show-path.ts';

export interface Location {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** The name in rules and messages: relative to the root, with `/`; absolute in another allowed folder. */
  readonly name: string;
  /** The allowed folder that contains it; the innermost, if they are nested. */
  readonly root: string;
  readonly exists: boolean;
}

const longestPath = 4_096;
const mostLinks = 40;

export function resolvePath(workspace: Workspace, path: string, options: { readonly mustExist: boolean }): Location {
  const shown = showPath(path);
  assertPath(path, shown, workspace);
  // Joined by hand, because `resolve` and `join` remove `link/..`, which the system does not.
  const absolute = isAbsolute(path) ? path : `${workspace.root}${sep}${path}`;
  const followed = follow(absolute);
  const root = rootOf(workspace, followed.path);
  if (root === undefined) throw outside(workspace, shown);
  if (followed.error !== undefined) throw fileProblem(shown, followed.error);
  if (options.mustExist && !followed.exists) throw new FileProblem(`${shown} does not exist.`);
  return { path: followed.path, name: nameOf(workspace, followed.path), root, exists: followed.exists };
}

/** The innermost allowed folder that a resolved path is in. */
export function rootOf(workspace: Workspace, path: string): string | undefined {
  return [workspace.root, ...workspace.alsoAllowed]
    .filter((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
    .reduce<string | undefined>(
      (best, root) => (best === undefined || root.length > best.length ? root : best),
      undefined,
    );
}

/** A resolved path as it appears in rules and messages. */
export function nameOf(workspace: Workspace, path: string): string {
  const inRoot = rootOf({ root: workspace.root, alsoAllowed: [] }, path) !== undefined;
  const name = inRoot ? relative(workspace.root, path) : path;
  return name === '' ? '.' : name.split(sep).join('/');
}

function assertPath(path: string, shown: string, workspace: Workspace): void {
  const example = 'Give it relative to the workspace, like src/index.ts';
  if (path === '') throw new FileProblem(`The path is empty. ${example}.`);
  if (path.includes('\0'))
    throw new FileProblem(`${shown} contains a NUL character, which is not allowed in a path. ${example}.`);
  if (path.length > longestPath) throw new FileProblem(`${shown} is too long for a path. ${example}.`);
  if (/^~($|[\\/])/.test(path)) {
    throw new FileProblem(`${shown}: ~ is not supported here. ${example}; the workspace is ${workspace.root}.`);
  }
  if (/^file:\/\//i.test(path)) throw new FileProblem(`${shown} is a URL, not a path. ${example}.`);
}

function outside(workspace: Workspace, shown: string): FileProblem {
  const also = workspace.alsoAllowed.length === 0 ? '' : ` or in ${workspace.alsoAllowed.join(', ')}`;
  return new FileProblem(
    `${shown} is outside the workspace ${workspace.root}. Only files inside it${also} can be used.`,
  );
}

interface FollowedPath {
  readonly path: string;
  readonly exists: boolean;
  /** Why it could not be resolved completely; then `path` is the resolved part, followed by the rest. */
  readonly error?: unknown;
}

function follow(absolute: string): FollowedPath {
  const { root } = parse(absolute);
  let rest = parts(absolute.slice(root.length));
  let at = root;
  let links = 0;
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (part === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, part);
    const found = linkAt(next);
    if (found.link === undefined && found.error === undefined) {
      at = next;
      continue;
    }
    links += 1;
    const error = links > mostLinks ? Object.assign(new Error('too many links'), { code: 'ELOOP' }) : found.error;
    // The rest is taken as written, to decide whether the path is inside although it cannot be resolved.
    if (found.link === undefined || error !== undefined) return { path: join(next, ...rest), exists: false, error };
    if (isAbsolute(found.link)) at = parse(found.link).root;
    rest = [...parts(found.link), ...rest];
  }
  return { path: at, exists: lstatSync(at, { throwIfNoEntry: false }) !== undefined };
}

interface LinkCheck {
  readonly link?: string;
  readonly error?: unknown;
}

function linkAt(path: string): LinkCheck {
  try {
    return lstatSync(path).isSymbolicLink() ? { link: readlinkSync(path) } : {};
  } catch (error) {
    // A missing file may be created; whether its folder exists is not checked here.
    return errorCode(error) === 'ENOENT' ? {} : { error };
  }
}

function parts(path: string): string[] {
  const separators = sep === '/' ? /\/+/ : /[\\/]+/;
  return path.split(separators).filter((part) => part !== '' && part !== '.');
}
