/**
 * Folders that sandboxes of killed processes have left behind. Their names say whose they were; only those of this user whose process is
 * gone are taken away, and never a link. A process of another machine or container may have the same number, so a day passes first.
 */
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../is-running.ts';

const dayMs = 86_400_000;
const named = /^interlock-(\d{1,10})-[A-Za-z0-9]{6}$/;

/** The beginning of a name that `mkdtemp` ends. */
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

/** Overlays leave a scratch folder behind that its owner cannot enter. */
export async function removePrivateFolder(root: string): Promise<void> {
  const { glob } = await import('node:fs/promises');
  for await (const path of glob('{start-*/none,caches/*/*/work/work}', { cwd: root }))
    await chmod(join(root, path), 0o700).catch(() => {});
  await rm(root, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
