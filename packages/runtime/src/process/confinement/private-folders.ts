/** The folders of an open sandbox: its `/tmp`, the writes to caches, what covers hidden paths, and a stage for every start. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRunning } from '../is-running.ts';
import type { PrivateCache } from './boundary.ts';
import type { Covers } from './draw-masks.ts';
import { Placeholders, privateName } from './placeholders.ts';

export class PrivateFolders {
  readonly root: string;
  readonly temp: string;
  readonly covers: Covers;
  readonly placeholders: Placeholders;
  readonly #slots = new Set<number>();
  #starts = 0;

  private constructor(root: string) {
    this.root = root;
    this.temp = join(root, 'tmp');
    this.covers = { folder: join(root, 'none'), file: join(root, 'none-file'), absent: join(root, 'absent') };
    this.placeholders = new Placeholders(root);
  }

  static async make(parent: string): Promise<PrivateFolders> {
    await sweepLeftFolders(parent, Date.now());
    const made = new PrivateFolders(await mkdtemp(join(parent, `interlock-${process.pid}-`)));
    const { folder, file, absent } = made.covers;
    await Promise.all([made.temp, folder, absent].map((path) => mkdir(path, { mode: 0o700 })));
    // An empty folder that git inside does not list, and so neither cleans nor stashes.
    await Promise.all([writeFile(file, ''), writeFile(join(absent, '.gitignore'), '*\n')]);
    await Promise.all([chmod(folder, 0), chmod(file, 0)]);
    return made;
  }

  /** A folder for one start. */
  async stage(): Promise<string> {
    this.#starts += 1;
    const folder = join(this.root, `start-${this.#starts}`);
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, 'ready'), '');
    return folder;
  }

  async dropStage(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }

  /** An unused number: two overlays must not share a folder. */
  takeSlot(): number {
    let slot = 0;
    while (this.#slots.has(slot)) slot += 1;
    this.#slots.add(slot);
    return slot;
  }

  giveSlot(slot: number): void {
    this.#slots.delete(slot);
  }

  async caches(paths: readonly string[], slot: number): Promise<readonly PrivateCache[]> {
    return Promise.all(
      paths.map(async (path) => {
        const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
        const folder = join(this.root, 'caches', String(slot), name);
        const cache = { path, upper: join(folder, 'upper'), work: join(folder, 'work') };
        await mkdir(cache.upper, { recursive: true, mode: 0o700 });
        await mkdir(cache.work, { recursive: true, mode: 0o700 });
        return cache;
      }),
    );
  }

  /** A path in the outer `/tmp` that is visible inside needs a mount point in the inner one. */
  async makePlaces(paths: readonly string[], files: readonly string[]): Promise<void> {
    const placed = (path: string): string | undefined => {
      const covered = ['/var/tmp/', '/tmp/'].find((each) => path.startsWith(each));
      return covered === undefined ? undefined : join(this.temp, path.slice(covered.length));
    };
    for (const path of paths.flatMap((each) => placed(each) ?? [])) await mkdir(path, { recursive: true });
    for (const path of files.flatMap((each) => placed(each) ?? [])) {
      await mkdir(dirname(path), { recursive: true });
      if (!existsSync(path)) await writeFile(path, '');
    }
  }

  async remove(): Promise<void> {
    this.placeholders.remove();
    await removePrivateFolder(this.root);
  }
}

const dayMs = 86_400_000;

/**
 * Removes folders left behind by sandboxes of killed processes. Their names contain the process id; only folders of this user whose
 * process is gone are removed, never links. A process on another machine or in a container may have the same id, so they must be a day
 * old. `now`: milliseconds since 1970. Never rejects: a folder that cannot be removed is left for the next time.
 */
export async function sweepLeftFolders(parent: string, now: number): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names) {
    const pid = Number(privateName.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const path = join(parent, name);
    const stats = await lstat(path).catch(() => undefined);
    const isOwn = stats?.isDirectory() === true && stats.uid === process.getuid?.();
    if (isOwn && now - stats.mtimeMs > dayMs) await removePrivateFolder(path);
  }
}

/** Overlays leave a work folder that its owner cannot enter. */
async function removePrivateFolder(root: string): Promise<void> {
  const { glob } = await import('node:fs/promises');
  for await (const path of glob('{none,caches/*/*/work/work}', { cwd: root }))
    await chmod(join(root, path), 0o700).catch(() => {});
  await rm(root, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
