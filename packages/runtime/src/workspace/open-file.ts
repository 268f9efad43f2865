/**
 * Opens a file exactly where it was found: a last part that has become a link is not followed, and the path of the opened file is
 * checked, in case a parent folder has become one. A FIFO, a socket or a device never blocks. Without /proc the path is checked by
 * name, and a process that swaps a folder back and forth may win that race.
 */
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { FileProblem, fileProblem } from './file-problem.ts';
import { showPath } from './show-path.ts';

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/** `shown`: its name in messages. */
export async function openFile(path: string, shown: string): Promise<OpenFile> {
  try {
    // Checked before opening, because opening a device may already have an effect.
    assertRegular(await lstat(path, { bigint: true }), shown);
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat({ bigint: true });
      assertRegular(stats, shown);
      await assertPlace(handle, path, shown);
      return { handle, stats };
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    throw fileProblem(showPath(shown), error);
  }
}

/** Throws unless the open file is the one at `path`, without links on the way. */
export async function assertPlace(handle: FileHandle, path: string, shown: string): Promise<void> {
  const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (place === path || (place === undefined && (await isNamed(handle, path)))) return;
  throw new FileProblem(`${showPath(shown)} was moved or replaced while it was being opened. Check it again.`);
}

async function isNamed(handle: FileHandle, path: string): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  const named = await lstat(path, { bigint: true });
  return (await realpath(path)) === path && opened.dev === named.dev && opened.ino === named.ino;
}

export function assertRegular(stats: BigIntStats, shown: string): void {
  if (stats.isFile()) return;
  const name = showPath(shown);
  if (stats.isDirectory())
    throw new FileProblem(`${name} is a folder, not a file. Use list_files to see what is in it.`);
  const kinds: readonly (readonly [boolean, string])[] = [
    [stats.isSymbolicLink(), 'a symbolic link that was just created'],
    [stats.isFIFO(), 'a FIFO'],
    [stats.isSocket(), 'a socket'],
    [stats.isCharacterDevice() || stats.isBlockDevice(), 'a device'],
  ];
  const kind = kinds.find(([is]) => is)?.[1] ?? 'not a regular file';
  throw new FileProblem(`${name} is ${kind}. Only regular files can be used.`);
}
