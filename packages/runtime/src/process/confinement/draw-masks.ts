/**
 * Turns what must be protected in writable folders into masks. A mount on a path alone does not protect it: a folder above could be
 * moved aside, a link on the way could be pointed elsewhere, and what is missing could be created. So folders above are pinned, a link
 * is covered, and for what is missing a placeholder is made, which is covered too.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mask } from './boundary.ts';
import { isAtOrBelow } from './mount-table.ts';
import { entryAt, idOf, textAt } from './open-place.ts';

/** A path that confined processes must not change or read, whether it exists or not. */
export interface Protection {
  readonly path: string;
  readonly how: 'read-only' | 'hidden';
  /** What holds the place of a missing one. Absent: it may be created inside. */
  readonly missing?: Placeholder;
}

/**
 * An empty folder, or a file with this text. `git-folder`: empty inside, too, because git would tidy it up.
 * It is on the disk while the sandbox is open, because the kernel mounts only on what is
 * there, and everybody else sees it: it must mean the same to them as nothing.
 */
export type Placeholder = 'folder' | 'git-folder' | { readonly text: string };

/** What is mounted on hidden paths and on the placeholders of folders. */
export interface Covers {
  readonly folder: string;
  readonly file: string;
  /** For a placeholder: git inside takes no notice of it. */
  readonly absent: string;
}

/** A mask, or a placeholder that becomes one when it has been made. */
export interface PlannedMask {
  readonly path: string;
  readonly how: Mask['how'] | 'placeholder';
  readonly is?: Placeholder;
}

/** Weakest first: of two wishes for one path, the stronger holds. */
const byStrength: readonly PlannedMask['how'][] = ['pinned', 'read-only', 'placeholder', 'link', 'hidden'];

/** `rootOf`: the writable folder that a path is in. Paths elsewhere are read-only anyway, and only hidden ones get a mask. */
export function planMasks(
  protections: readonly Protection[],
  rootOf: (path: string) => string | undefined,
): readonly PlannedMask[] {
  const found = new Map<string, PlannedMask>();
  const add = (planned: PlannedMask): void => {
    const known = found.get(planned.path);
    if (known === undefined || byStrength.indexOf(known.how) < byStrength.indexOf(planned.how))
      found.set(planned.path, planned);
  };
  for (const protection of protections) {
    const root = rootOf(protection.path);
    if (root !== undefined) for (const planned of walkDown(root, protection)) add(planned);
    else if (protection.how === 'hidden' && entryAt(protection.path) !== undefined)
      add({ path: protection.path, how: 'hidden' });
  }
  const outerFirst = [...found.values()].toSorted(
    (one, other) => one.path.length - other.path.length || (one.path < other.path ? -1 : 1),
  );
  return outerFirst.filter(
    ({ path, how }) =>
      !outerFirst.some((other) => other.path !== path && isAtOrBelow(path, other.path) && makesNeedless(other, how)),
  );
}

/** What is below a covered path is out of reach, and what is below a read-only one is read-only. */
function makesNeedless(outer: PlannedMask, how: PlannedMask['how']): boolean {
  return outer.how === 'read-only' ? how !== 'hidden' : outer.how !== 'pinned';
}

/** From the writable folder to the protected path, up to the first part that is no folder. Empty: nothing is protected there yet. */
function walkDown(root: string, protection: Protection): readonly PlannedMask[] {
  const { path } = protection;
  if (path === root) return [];
  const above: PlannedMask[] = [];
  let at = root;
  for (const name of path.slice(root === '/' ? 1 : root.length + 1).split('/')) {
    at = join(at, name);
    const found = stepAt(at, protection);
    if (found !== 'folder') return found === 'nothing' ? [] : [...above, found];
    above.push({ path: at, how: 'pinned' });
  }
  return above;
}

function stepAt(at: string, { path, how, missing }: Protection): PlannedMask | 'folder' | 'nothing' {
  const isLast = at === path;
  const stats = entryAt(at);
  if (missing !== undefined) {
    const is = isLast ? missing : 'folder';
    if (stats === undefined || isPlaceholder(at, is)) return { path: at, how: 'placeholder', is };
  }
  if (stats === undefined) return 'nothing';
  if (stats.isSymbolicLink()) return { path: at, how: 'link' };
  if (isLast) return { path, how };
  // Whoever needs a folder there finds a file: it must stay one.
  return stats.isDirectory() ? 'folder' : { path: at, how: 'read-only' };
}

/** Made by us, now or by an agent that was killed; or nobody can tell the difference. */
export function isPlaceholder(path: string, is: Placeholder): boolean {
  try {
    const stats = lstatSync(path);
    if (typeof is === 'string') return stats.isDirectory() && readdirSync(path).length === 0;
    return stats.isFile() && stats.size === Buffer.byteLength(is.text) && textAt(path) === is.text;
  } catch {
    return false;
  }
}

/** The mask of what is there now. Undefined: it is gone. */
export function maskOf({ path, how, is }: PlannedMask, covers: Covers): Mask | undefined {
  const stats = entryAt(path);
  if (stats === undefined) return undefined;
  const covered = (source: string, as: Mask['how']): Mask | undefined => {
    const cover = entryAt(source);
    return cover === undefined ? undefined : { path, how: as, source, id: idOf(cover) };
  };
  if (how === 'hidden') return covered(stats.isDirectory() ? covers.folder : covers.file, 'hidden');
  if (how === 'link') return covered('/dev/null', 'link');
  if (how === 'placeholder') {
    if (is === 'folder') return covered(covers.absent, 'hidden');
    return { path, how: 'read-only', source: path, id: idOf(stats) };
  }
  return { path, how, source: path, id: idOf(stats) };
}
