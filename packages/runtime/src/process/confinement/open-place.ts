/**
 * Finds folders in places that other confined processes can change: each part of a path is opened inside the one before, never through
 * a link, and stays open, so that its inode means this folder and no later one.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import type { Place } from './boundary.ts';

/** Linux's O_PATH, which Node does not define: it needs no permission to read. */
const pathOnly = 0o10000000;
/** To open a folder and nothing else, also no link. */
export const asFolder: number = pathOnly | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The folders that one start holds open. */
export class HeldPlaces {
  readonly #descriptors: number[] = [];

  /** Undefined: it is not there, or a part of the path is no folder. `path`: without links. */
  hold(path: string): HeldPlace | undefined {
    if (process.platform !== 'linux') return placeByName(path);
    let fd = openSync('/', asFolder);
    for (const part of path.split('/').filter((name) => name !== '')) {
      const next = openIn(fd, part);
      closeSync(fd);
      if (next === undefined) return undefined;
      fd = next;
    }
    this.#descriptors.push(fd);
    return { path, id: idOf(fstatSync(fd, { bigint: true })), at: (name) => `/proc/self/fd/${fd}/${name}` };
  }

  close(): void {
    for (const fd of this.#descriptors.splice(0)) closeSync(fd);
  }
}

export interface HeldPlace extends Place {
  /** The path of a name in it, whatever its own name is by then. */
  at(name: string): string;
}

export function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Absent: nothing is there. */
export function entryAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A part of the path is a file, or cannot be entered.
    return undefined;
  }
}

/** The start of a file; empty if it cannot be read. Never waits, as for a pipe that nobody writes to. */
export function textAt(path: string, longest = 100_000): string {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(fd).isFile()) return '';
    const bytes = Buffer.alloc(longest);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, longest, 0));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Whether a file contains these bytes. True if that cannot be said: it is no ordinary file, or too long. */
export function mayHold(path: string, bytes: Buffer, longest = 200_000_000): boolean {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(fd);
    return !stats.isFile() || stats.size > longest || readFileSync(fd).includes(bytes);
  } catch {
    return true;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/**
 * The path without links. Links in a folder that confined processes can change are not followed: such a path is what it says, and
 * nothing else.
 */
export function resolveOutside(path: string, isChangeable: (folder: string) => boolean): string | undefined {
  let at = '/';
  let rest = partsOf(resolve(path));
  for (let links = 0; rest.length > 0; ) {
    const [name = '', ...others] = rest;
    const next = join(at, name);
    const stats = entryAt(next);
    if (stats === undefined) return undefined;
    rest = others;
    if (!stats.isSymbolicLink()) {
      at = next;
      continue;
    }
    links += 1;
    if (isChangeable(at) || links > mostLinks) return undefined;
    rest = [...partsOf(resolve(dirname(next), readlinkSync(next))), ...others];
    at = '/';
  }
  return at;
}

const mostLinks = 40;

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '');
}

function openIn(folder: number, name: string): number | undefined {
  try {
    return openSync(`/proc/self/fd/${folder}/${name}`, asFolder);
  } catch {
    return undefined;
  }
}

function placeByName(path: string): HeldPlace | undefined {
  const stats = entryAt(path);
  return stats?.isDirectory() === true ? { path, id: idOf(stats), at: (name) => join(path, name) } : undefined;
}
