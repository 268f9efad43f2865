/**
 * Writes a file atomically: to a new file beside it that then replaces it, with the old permissions. Both are named through their
 * folder, which is held open (`held-folder.ts`): swapping the folder for a link changes nothing, and a rename replaces a link instead
 * of following it. Hard links to the old file keep the old content; extended attributes are not kept.
 */
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, FileProblem, fileProblem } from './file-problem.ts';
import { type HeldFolder, holdFolder } from './held-folder.ts';
import { assertPlace, assertRegular } from './open-file.ts';
import { assertWritable } from './protected-path.ts';
import type { Location } from './resolve-path.ts';
import { showPath } from './show-path.ts';

export interface WriteRequest {
  /** The content that was read before. If the file has changed since, nothing is written. */
  readonly expected?: BigIntStats;
  readonly signal: AbortSignal;
}

/** Whether the file existed. */
export async function writeAtomically(
  location: Location,
  content: Uint8Array,
  writing: WriteRequest,
): Promise<boolean> {
  const shown = showPath(location.name);
  assertWritable(location);
  try {
    const folder = await holdFolder(dirname(location.path), shown);
    try {
      return await writeIn(folder, location, content, writing);
    } finally {
      await folder.close();
    }
  } catch (error) {
    writing.signal.throwIfAborted();
    throw fileProblem(shown, error);
  }
}

async function writeIn(
  folder: HeldFolder,
  location: Location,
  content: Uint8Array,
  writing: WriteRequest,
): Promise<boolean> {
  const name = basename(location.path);
  const old = await oldFile(folder, location, writing.expected);
  const { handle, beside } = await createBeside(folder, old === undefined ? newFile : ownerOnly);
  try {
    try {
      await assertPlace(handle, join(dirname(location.path), beside), location.name);
      await handle.writeFile(content, { signal: writing.signal });
      if (old !== undefined) await keepOwnerAndMode(handle, old);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (old !== undefined) await oldFile(folder, location, old);
    writing.signal.throwIfAborted();
    await rename(await folder.at(beside), await folder.at(name));
  } catch (error) {
    await folder
      .at(beside)
      .then(unlink)
      .catch(() => undefined);
    throw error;
  }
  return old !== undefined;
}

async function oldFile(
  folder: HeldFolder,
  location: Location,
  expected: BigIntStats | undefined,
): Promise<BigIntStats | undefined> {
  const shown = showPath(location.name);
  const old = await lstat(await folder.at(basename(location.path)), { bigint: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (expected !== undefined && !isSame(expected, old)) {
    throw new FileProblem(
      `${shown} was changed by another process in the meantime. Nothing was written; read it again.`,
    );
  }
  if (old === undefined) return undefined;
  assertRegular(old, location.name);
  // A rename ignores the permission, and so does root.
  if ((old.mode & 0o222n) !== 0n) return old;
  throw new FileProblem(`${shown} is read-only. Change its permissions first, if it should be written.`);
}

function isSame(one: BigIntStats, other: BigIntStats | undefined): boolean {
  return (['dev', 'ino', 'size', 'mtimeNs'] as const).every((key) => one[key] === other?.[key]);
}

const newFile = 0o666;
/** The permissions until the old ones are set: a private file must not be readable by others, not even for a moment. */
const ownerOnly = 0o600;

async function createBeside(
  folder: HeldFolder,
  mode: number,
): Promise<{ readonly handle: FileHandle; readonly beside: string }> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  for (let count = 0; ; count += 1) {
    const beside = `.interlock-write-${process.pid}-${count}`;
    try {
      return { handle: await open(await folder.at(beside), flags, mode), beside };
    } catch (error) {
      // A concurrent write, or one that was killed.
      if (errorCode(error) !== 'EEXIST' || count >= 1_000) throw error;
    }
  }
}

async function keepOwnerAndMode(handle: FileHandle, old: BigIntStats): Promise<void> {
  const own = await handle.stat({ bigint: true });
  if (own.uid !== old.uid || own.gid !== old.gid) {
    // Only root may change the owner. Otherwise the file is ours from now on, as with other editors.
    await handle.chown(Number(old.uid), Number(old.gid)).catch(() => undefined);
  }
  // The set-user-id bit is not copied: the system also clears it on a write.
  await handle.chmod(Number(old.mode & 0o777n));
}
