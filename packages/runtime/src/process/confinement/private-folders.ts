/** The folders of an open sandbox: its `/tmp`, the writes to caches, what covers hidden paths, and a stage for every start. */

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type HeldFolder, holdFolder } from '../../workspace/held-folder.ts';
import { isRunning } from '../is-running.ts';
import type { PrivateCache, StoredFilter } from './boundary.ts';
import type { Covers } from './draw-masks.ts';
import { Placeholders, privateName } from './placeholders.ts';
import { removeTree } from './remove-tree.ts';
import { systemCallFilter } from './system-call-filter.ts';

export class PrivateFolders {
  readonly root: string;
  readonly temp: string;
  readonly covers: Covers;
  readonly placeholders: Placeholders;
  /** Absent: none is known for this processor. */
  readonly filters: { readonly strict?: StoredFilter; readonly withUnixSockets?: StoredFilter };
  readonly #slots = new Set<number>();
  #starts = 0;

  private constructor(root: string) {
    this.root = root;
    this.temp = join(root, 'tmp');
    this.covers = { folder: join(root, 'none'), file: join(root, 'none-file'), absent: join(root, 'absent') };
    this.placeholders = new Placeholders(root);
    const [strict, withUnixSockets] = [false, true].map((allowsUnixSockets) => storeFilter(root, allowsUnixSockets));
    this.filters = {
      ...(strict === undefined ? {} : { strict }),
      ...(withUnixSockets === undefined ? {} : { withUnixSockets }),
    };
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
    await removeTree(folder);
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

  /**
   * A path in the outer `/tmp` that is visible inside needs a mount point in the inner one. Commands inside can put links there, so
   * nothing is made through one; a place that cannot be made fails the start.
   */
  async makePlaces(paths: readonly string[], files: readonly string[]): Promise<void> {
    for (const path of paths) {
      const place = this.#placed(path);
      if (place !== undefined) await held(place, async () => undefined);
    }
    for (const path of files) {
      const place = this.#placed(path);
      if (place === undefined) continue;
      const made = async (folder: HeldFolder): Promise<void> =>
        writeFile(await folder.at(basename(place)), '', { flag: 'wx' }).catch(() => {});
      await held(dirname(place), made);
    }
  }

  #placed(path: string): string | undefined {
    const covered = ['/var/tmp/', '/tmp/'].find((each) => path.startsWith(each));
    return covered === undefined ? undefined : join(this.temp, path.slice(covered.length));
  }

  async remove(): Promise<void> {
    this.placeholders.remove();
    await removeTree(this.root);
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
    if (isOwn && now - stats.mtimeMs > dayMs) await removeTree(path);
  }
}

async function held(folder: string, act: (folder: HeldFolder) => Promise<void>): Promise<void> {
  const place = await holdFolder(folder, folder);
  await act(place).finally(() => place.close());
}

function storeFilter(root: string, allowsUnixSockets: boolean): StoredFilter | undefined {
  const filter = systemCallFilter({ arch: process.arch, allowsUnixSockets });
  if (filter === undefined) return undefined;
  const file = join(root, allowsUnixSockets ? 'filter-with-unix-sockets' : 'filter');
  writeFileSync(file, filter, { mode: 0o600 });
  return { file, hex: filter.toString('hex') };
}
