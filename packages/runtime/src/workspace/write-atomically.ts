/**
 * Writes a file so that others see the old or the new one, never a part: into a new file beside it, which then takes its
 * place, with the old one's permissions. A rename replaces a link and does not follow it, so a swap of the last part cannot
 * lead outside; a swap of a folder is seen by where the new file is, before anything is written into it. What remains: a
 * folder swapped after that makes the rename fail, unless somebody has put a file of the same name there; an empty folder may be
 * made elsewhere if one above it is swapped in the very moment. Hard links to the
 * old file keep the old content; extended attributes are not kept.
 */
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, FileProblem, fileProblem } from './file-problem.ts';
import { assertPlace, assertRegular } from './open-file.ts';
import { assertWritable } from './protected-path.ts';
import type { Location } from './resolve-path.ts';
import { showPath } from './show-path.ts';

export interface Writing {
  /** What was read before: if it is not that any more, nothing is written. */
  readonly expected?: BigIntStats;
  readonly signal: AbortSignal;
}

/** Whether there was a file before. */
export async function writeAtomically(location: Location, content: Uint8Array, writing: Writing): Promise<boolean> {
  const shown = showPath(location.name);
  assertWritable(location);
  try {
    await makeFolder(dirname(location.path), shown);
    const old = await oldFile(location, writing.expected);
    const { handle, path } = await createBeside(location.path, old === undefined ? newFile : ownerOnly);
    try {
      try {
        await assertPlace(handle, path, location.name);
        await handle.writeFile(content, { signal: writing.signal });
        if (old !== undefined) await keepOwnerAndMode(handle, old);
        await handle.sync();
      } finally {
        await handle.close();
      }
      if (old !== undefined) await oldFile(location, old);
      writing.signal.throwIfAborted();
      await rename(path, location.path);
    } catch (error) {
      await unlink(path).catch(() => undefined);
      throw error;
    }
    return old !== undefined;
  } catch (error) {
    writing.signal.throwIfAborted();
    throw fileProblem(shown, error);
  }
}

/** Its folder and those above, one by one, each only where it should be. */
async function makeFolder(folder: string, shown: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats === undefined) {
    if (dirname(folder) !== folder) await makeFolder(dirname(folder), shown);
    await mkdir(folder).catch((error: unknown) => {
      // Another write may need the same folder.
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  } else if (!stats.isDirectory()) {
    throw new FileProblem(`${shown} cannot be made: a part of the path is a file, not a folder.`);
  }
  if ((await realpath(folder)) === folder) return;
  throw new FileProblem(`The folder of ${shown} was moved or replaced by a link. Look at it again.`);
}

async function oldFile(location: Location, expected: BigIntStats | undefined): Promise<BigIntStats | undefined> {
  const shown = showPath(location.name);
  const old = await lstat(location.path, { bigint: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (expected !== undefined && !isSame(expected, old)) {
    throw new FileProblem(`${shown} was changed by somebody else in the meantime. Nothing was written; read it again.`);
  }
  if (old === undefined) return undefined;
  assertRegular(old, location.name);
  // A rename would not ask, and root is never asked.
  if ((old.mode & 0o222n) !== 0n) return old;
  throw new FileProblem(`${shown} is read-only. Change its permissions first, if it really should be written.`);
}

function isSame(one: BigIntStats, other: BigIntStats | undefined): boolean {
  return (['dev', 'ino', 'size', 'mtimeNs'] as const).every((key) => one[key] === other?.[key]);
}

const newFile = 0o666;
/** Until it has the old one's permissions: what only its owner could read must not be there for others, not even for a moment. */
const ownerOnly = 0o600;

async function createBeside(
  path: string,
  mode: number,
): Promise<{ readonly handle: FileHandle; readonly path: string }> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  for (let count = 0; ; count += 1) {
    const beside = join(dirname(path), `.interlock-write-${process.pid}-${count}`);
    try {
      return { handle: await open(beside, flags, mode), path: beside };
    } catch (error) {
      // Another write at the same time, or one that was killed.
      if (errorCode(error) !== 'EEXIST' || count >= 1_000) throw error;
    }
  }
}

async function keepOwnerAndMode(handle: FileHandle, old: BigIntStats): Promise<void> {
  const own = await handle.stat({ bigint: true });
  if (own.uid !== old.uid || own.gid !== old.gid) {
    // Only root may give files away. Then it is ours from now on, as with every other editor.
    await handle.chown(Number(old.uid), Number(old.gid)).catch(() => undefined);
  }
  // Without set-user-id: the system takes it away on a write too.
  await handle.chmod(Number(old.mode & 0o777n));
}
