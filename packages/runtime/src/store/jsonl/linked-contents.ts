/**
 * Contents of files that sessions keep, stored once for all of them. `contents/ab/<hash>` and the side file of each session that keeps it are
 * hard links to one file, so the file system counts who needs it: a content with one link left is no one's. There is no lock, and a kill leaves
 * at worst a content that the next `sweep` removes. Where files cannot be linked, each session has its own copy.
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

  /** Makes a content the side file at this path. False: it is not there, or cannot be linked. */
  async adopt(hash: string, path: string): Promise<boolean> {
    try {
      await link(this.#pathOf(hash), path);
      return true;
    } catch (error) {
      return errnoOf(error) === 'EEXIST';
    }
  }

  /** Shares the side file at this path with other sessions. Not being able to only costs space. */
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

  /** Of a session that is about to be deleted. */
  async keptIn(sideFiles: string): Promise<readonly string[]> {
    return (await namesIn(sideFiles)).flatMap((name) => contentIn(name) ?? []);
  }

  /** Removes those that no session keeps anymore; the first time, also what was left when a process was killed. */
  async sweep(hashes: readonly string[]): Promise<void> {
    const all = this.#isSwept ? hashes : await this.#all();
    this.#isSwept = true;
    for (const hash of all) await this.#drop(hash);
  }

  /** Whoever links it in this moment keeps it; it is only not shared anymore. */
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

/** None where there is no such folder, or none that can be read. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
