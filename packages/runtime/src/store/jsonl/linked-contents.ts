/**
 * File contents saved by sessions, stored once for all. `contents/ab/<hash>` and the side file of each session are hard links to one
 * file, so the file system counts the users: a content with one link is unused. There is no lock; a killed process leaves at worst a
 * content that the next `sweep` removes. If files cannot be linked, each session has its own copy.
 */
import { link, lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../private-files.ts';
import { errnoOf } from './storage-failure.ts';

const shape = /^blob-([0-9a-f]{64})$/;

/** The hash in the name of a side file; undefined: it is something else. */
export function contentIn(name: string): string | undefined {
  return shape.exec(name)?.[1];
}

export class LinkedContents {
  readonly #folder: string;
  #isSwept = false;

  constructor(root: string) {
    this.#folder = join(root, 'contents');
  }

  /** Links a content to the side file at this path. False: it does not exist, or cannot be linked. */
  async adopt(hash: string, path: string): Promise<boolean> {
    try {
      await link(this.#pathOf(hash), path);
      return true;
    } catch (error) {
      return errnoOf(error) === 'EEXIST';
    }
  }

  /** Shares the side file at this path with other sessions. A failure only costs space. */
  async offer(hash: string, path: string): Promise<void> {
    const to = this.#pathOf(hash);
    await link(path, to).catch(async (error: unknown) => {
      if (errnoOf(error) !== 'ENOENT') return;
      await makePrivateFolder(join(to, '..')).then(
        () => link(path, to).catch(() => undefined),
        () => undefined,
      );
    });
  }

  /** For a session that is about to be deleted. */
  async keptIn(sideFiles: string): Promise<readonly string[]> {
    return (await namesIn(sideFiles)).flatMap((name) => contentIn(name) ?? []);
  }

  /** Removes unused contents; the first time, also the leftovers of killed processes. */
  async sweep(hashes: readonly string[]): Promise<void> {
    const all = this.#isSwept ? hashes : await this.#all();
    this.#isSwept = true;
    for (const hash of all) await this.#drop(hash);
  }

  /** If another process links it now, it keeps it; it is just no longer shared. */
  async #drop(hash: string): Promise<void> {
    const path = this.#pathOf(hash);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.nlink === 1) await unlink(path).catch(() => undefined);
  }

  async #all(): Promise<readonly string[]> {
    const shards = (await namesIn(this.#folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    const names = await Promise.all(shards.map((shard) => namesIn(join(this.#folder, shard))));
    return names.flat().filter((name) => /^[0-9a-f]{64}$/.test(name));
  }

  #pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }
}

/** Empty if the folder is missing or unreadable. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
