/**
 * Removes a folder that confined processes could write to, and perhaps still can: never by a path, which they could lead elsewhere, but
 * name by name in folders that are held open. Folders in folders are first moved up, so that no depth needs more than three of them open.
 */
import { chmod, type FileHandle, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import process from 'node:process';
import { asFolder } from './open-place.ts';

/** Never rejects: what cannot be removed stays. */
export async function removeTree(path: string): Promise<void> {
  if (process.platform !== 'linux') return rm(path, { recursive: true, force: true }).catch(() => {});
  await withFolder(dirname(path), async (above) => {
    await withFolder(inFolder(above, basename(path)), emptyFolder);
    await rmdir(inFolder(above, basename(path)));
  }).catch(() => {});
}

async function emptyFolder(folder: FileHandle): Promise<void> {
  let moved = 0;
  for (let left = await namesIn(folder); left.length > 0; left = await namesIn(folder)) {
    const before = moved;
    const gone = await removeFiles(folder, left);
    for (const name of left.filter((_, nth) => gone[nth] !== true)) {
      await withFolder(inFolder(folder, name), async (inner) => {
        const names = await namesIn(inner);
        const areGone = await removeFiles(inner, names);
        for (const each of names.filter((_, nth) => areGone[nth] !== true)) {
          // A folder that nobody may write to cannot be moved.
          await withFolder(inFolder(inner, each), async () => undefined);
          moved += 1;
          await rename(inFolder(inner, each), inFolder(folder, `.removed-${process.pid}-${moved}`));
        }
      }).catch(() => {});
    }
    const areRemoved = await Promise.all(
      left.map((name, nth) => gone[nth] === true || isDone(rmdir(inFolder(folder, name)))),
    );
    // Something is in use, or somebody goes on making it.
    if (moved === before && !areRemoved.includes(true)) return;
  }
}

function removeFiles(folder: FileHandle, names: readonly string[]): Promise<readonly boolean[]> {
  return Promise.all(names.map((name) => isDone(unlink(inFolder(folder, name)))));
}

function isDone(step: Promise<void>): Promise<boolean> {
  return step.then(
    () => true,
    () => false,
  );
}

/** Makes it accessible: overlays leave folders that their owner cannot enter. */
async function withFolder(path: string, act: (folder: FileHandle) => Promise<void>): Promise<void> {
  const folder = await open(path, asFolder);
  try {
    const stats = await folder.stat();
    if ((stats.mode & 0o700) !== 0o700) await chmod(`/proc/self/fd/${folder.fd}`, 0o700);
    await act(folder);
  } finally {
    await folder.close();
  }
}

function inFolder({ fd }: FileHandle, name: string): string {
  return `/proc/self/fd/${fd}/${name}`;
}

function namesIn({ fd }: FileHandle): Promise<string[]> {
  return readdir(`/proc/self/fd/${fd}`);
}
