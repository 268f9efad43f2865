/**
 * The folders of an open sandbox: its `/tmp`, the writes to caches, and a stage for every start; and the places it holds in the
 * workspace so that nothing inside takes them.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRunning } from '../is-running.ts';
import type { PrivateCache } from './boundary.ts';
import type { DrawnBoundary } from './draw-boundary.ts';
import { markHeld } from './held-place.ts';

export class PrivateFolders {
  readonly root: string;
  readonly temp: string;
  readonly #marks = new Set<string>();
  readonly #slots = new Set<number>();
  #starts = 0;

  private constructor(root: string) {
    this.root = root;
    this.temp = join(root, 'tmp');
  }

  static async make(parent: string): Promise<PrivateFolders> {
    await sweepLeftFolders(parent, Date.now());
    const made = new PrivateFolders(await mkdtemp(join(parent, `interlock-${process.pid}-`)));
    await mkdir(made.temp, { mode: 0o700 });
    return made;
  }

  /** A folder for one start, with what replaces hidden paths. */
  async stage(): Promise<string> {
    this.#starts += 1;
    const folder = join(this.root, `start-${this.#starts}`);
    await mkdir(join(folder, 'none'), { recursive: true, mode: 0o700 });
    await Promise.all([writeFile(join(folder, 'none-file'), ''), writeFile(join(folder, 'ready'), '')]);
    await Promise.all([chmod(join(folder, 'none'), 0), chmod(join(folder, 'none-file'), 0)]);
    return folder;
  }

  async dropStage(folder: string): Promise<void> {
    await chmod(join(folder, 'none'), 0o700).catch(() => {});
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

  /**
   * Holds places for one start, so that nothing inside takes them; returns a function that releases them. Another agent may work in
   * the same folder, and a mount is bound to its folder: an empty folder inside marks the place as held, and prevents `rmdir` until
   * the last holder is gone. (Empty folders do not show in `git status`.)
   */
  async hold(places: DrawnBoundary['placeholders']): Promise<() => Promise<void>> {
    const marks: string[] = [];
    for (const { path, isKept } of places) {
      if (isKept) await mkdir(path).catch(() => {});
      else marks.push(await markHeld(path));
    }
    for (const mark of marks) this.#marks.add(mark);
    return () => this.#giveBack(marks);
  }

  async #giveBack(marks: Iterable<string>): Promise<void> {
    for (const mark of marks) {
      this.#marks.delete(mark);
      await rmdir(mark).catch(() => {});
      // Fails while another process holds it or has put something there.
      await rmdir(dirname(mark)).catch(() => {});
    }
  }

  async remove(): Promise<void> {
    await this.#giveBack([...this.#marks]);
    await removePrivateFolder(this.root);
  }
}

const dayMs = 86_400_000;
const named = /^interlock-(\d{1,10})-[A-Za-z0-9]{6}$/;

/**
 * Removes folders left behind by sandboxes of killed processes. Their names contain the process id; only folders of this user whose
 * process is gone are removed, never links. A process on another machine or in a container may have the same id, so they must be a day
 * old. `now`: milliseconds since 1970. Never rejects: a folder that cannot be removed is left for the next time.
 */
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
async function removePrivateFolder(root: string): Promise<void> {
  const { glob } = await import('node:fs/promises');
  for await (const path of glob('{start-*/none,caches/*/*/work/work}', { cwd: root }))
    await chmod(join(root, path), 0o700).catch(() => {});
  await rm(root, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
