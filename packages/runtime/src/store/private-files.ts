/** Files and folders that only their owner can read, whatever the umask, and that survive a power failure. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './jsonl/storage-failure.ts';

const ownerOnly = 0o600;

/** Existing folders keep their permissions: they may not be ours. */
export async function makePrivateFolder(path: string): Promise<void> {
  if (await makeFolder(path)) return;
  if (dirname(path) !== path) await makePrivateFolder(dirname(path));
  // One retry only: a broken link, or /proc, always gives the same answer.
  if (!(await makeFolder(path))) await mkdir(path, 0o700);
}

/** False if its parent folder does not exist. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, 0o700);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT') return false;
    throw error;
  }
  await chmod(path, 0o700);
  await syncFolder(dirname(path));
  return true;
}

/** Creates an empty file, replacing an existing one. */
export async function createPrivateFile(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return makePrivateFile(path);
}

/** For appending. Fails if the name exists. */
export async function makePrivateFile(path: string): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const handle = await open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, ownerOnly);
  return onOpen(handle, () => handle.chmod(ownerOnly));
}

/** Opens an existing file for appending. Does not follow a link: its target would become the session. */
export async function openPrivateFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW);
  return onOpen(handle, async () => {
    const { mode } = await handle.stat();
    if ((mode & 0o077) !== 0) await handle.chmod(ownerOnly);
  });
}

/** Atomic: afterwards the name has either the new or the old content. */
export async function replacePrivateFile(
  path: string,
  unfinished: string,
  data: string | Uint8Array,
  sync = true,
): Promise<void> {
  try {
    const handle = await createPrivateFile(unfinished);
    try {
      await handle.writeFile(data);
      if (sync) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
  if (sync) await syncFolder(dirname(path));
}

/** Creates the folder if necessary. Rejects with the system's error. */
export async function writePrivateFile(path: string, data: string): Promise<void> {
  await makePrivateFolder(dirname(path));
  await replacePrivateFile(path, `${path}.${randomUUID()}.tmp`, data);
}

/** A new name survives a power failure only if its folder was synced. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some file systems need no sync of folders and refuse it.
    if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR'].includes(errnoOf(error) ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

async function onOpen(handle: FileHandle, then: () => Promise<void>): Promise<FileHandle> {
  try {
    await then();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
