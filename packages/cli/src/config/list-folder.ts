/** All files of a folder, recursively, sorted by path, up to a limit. Links are followed. */
import { opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface ListedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly size: number;
}

export interface ListLimits {
  /** Files and folders together. */
  readonly files: number;
  /** All files together. */
  readonly bytes: number;
}

/** Undefined: the limits are exceeded. A folder that cannot be read has no files. */
export async function listFolder(folder: string, limits: ListLimits): Promise<readonly ListedFile[] | undefined> {
  const files: ListedFile[] = [];
  const visited = new Set<string>();
  const waiting = [''];
  let seen = 0;
  let bytes = 0;
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const real = await realpath(join(folder, at)).catch(() => undefined);
    // A link to a parent folder would never end.
    if (real === undefined || visited.has(real)) continue;
    visited.add(real);
    const names = await namesIn(real, limits.files - seen);
    if (names === undefined) return undefined;
    seen += names.length;
    for (const name of names) {
      const path = at === '' ? name : `${at}/${name}`;
      const found = await stat(join(real, name)).catch(() => undefined);
      if (found?.isDirectory() === true) waiting.push(path);
      if (found?.isFile() !== true) continue;
      bytes += found.size;
      if (bytes > limits.bytes) return undefined;
      files.push({ path, size: found.size });
    }
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Sorted: which of two links to one folder comes first must not depend on the file system. Undefined: there are more. */
async function namesIn(folder: string, max: number): Promise<readonly string[] | undefined> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (names.length >= max) return undefined;
      names.push(name);
    }
  } catch {
    // It does not exist, or cannot be read.
  }
  return names.toSorted();
}
