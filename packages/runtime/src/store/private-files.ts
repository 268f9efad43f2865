/** Files and folders that only their owner can look into, whatever the umask, and that are still there after a power cut. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './jsonl/storage-failure.ts';

const ownerOnly = 0o600;

/** What already exists keeps its permissions: it may not be ours. */
export async function makePrivateFolder(path: string): Promise<void> {
  if (await makeFolder(path)) return;
  if (dirname(path) !== path) await makePrivateFolder(dirname(path));
  // Once more and no oftener: a broken link, or /proc, always answers the same.
  if (!(await makeFolder(path))) await mkdir(path, 0o700);
}

/** False if the folder it belongs in is not there. */
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

/** A new, empty file in the place of one that may be there. */
export async function createPrivateFile(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return makePrivateFile(path);
}

/** For appending. Fails if something has that name. */
export async function makePrivateFile(path: string): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const handle = await open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, ownerOnly);
  return onOpen(handle, () => handle.chmod(ownerOnly));
}

/** One that is there, for appending. A link in its place is not followed: what it points to would become the session. */
export async function openPrivateFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW);
  return onOpen(handle, async () => {
    const { mode } = await handle.stat();
    if ((mode & 0o077) !== 0) await handle.chmod(ownerOnly);
  });
}

/** Either it is completely there under that name, or the previous content is. */
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

/** In a folder that may not be there yet. Rejects with the system's error. */
export async function writePrivateFile(path: string, data: string): Promise<void> {
  await makePrivateFolder(dirname(path));
  await replacePrivateFile(path, `${path}.${randomUUID()}.tmp`, data);
}

/** A new name in a folder is only there after a power cut if the folder was synced. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some file systems keep folders safe by themselves and refuse to be asked.
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
