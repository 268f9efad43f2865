/**
 * Removes folders left behind by sandboxes of killed processes. Their names contain the process id; only folders of this user whose
 * process is gone are removed, never links. A process on another machine or in a container may have the same id, so they must be a day
 * old.
 */
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../is-running.ts';

const dayMs = 86_400_000;
const named = /^interlock-(\d{1,10})-[A-Za-z0-9]{6}$/;

/** The prefix for `mkdtemp`. */
export function folderPrefix(pid: number): string {
  return `interlock-${pid}-`;
}

/** `now`: milliseconds since 1970. Never rejects: what cannot be removed is left for the next time. */
export async function sweepLeftFolders(parent: string, now: number): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names) {
    const pid = Number(named.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const path = join(parent, name);
    const stats = await lstat(path).catch(() => undefined);
    const isOwn = stats?.isDirectory() === true && stats.uid === process.getuid?.();
    if (isOwn && now - stats.mtimeMs > dayMs) await removePrivateFolder(path);
  }
}

/** Overlays leave a work folder that its owner cannot enter. */
export async function removePrivateFolder(root: string): Promise<void> {
  const { glob } = await import('node:fs/promises');
  for await (const path of glob('{start-*/none,caches/*/*/work/work}', { cwd: root }))
    await chmod(join(root, path), 0o700).catch(() => {});
  await rm(root, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
