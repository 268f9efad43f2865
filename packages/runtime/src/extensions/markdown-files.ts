/** Reads the Markdown files of a folder, up to a size limit. The caller must have checked that the folder is trusted. */
import { constants, type Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders with files that extend an agent. If several files have the same name, the first one is used. */
export interface ExtensionFolder {
  readonly path: string;
  readonly from: 'user' | 'project';
}

export interface ExtensionProblem {
  /** The file. */
  readonly where: string;
  readonly text: string;
}

export interface MarkdownFile {
  readonly path: string;
  /** Relative to the folder, with `/`, without `.md`. */
  readonly name: string;
  readonly text: string;
}

const mostFiles = 500;
const deepest = 5;
const longest = 256 * 1024;

/** Sorted by name; `deep`: including subfolders. A missing folder has no files. */
export async function readMarkdownFiles(
  { path }: ExtensionFolder,
  problems: ExtensionProblem[],
  deep = true,
): Promise<readonly MarkdownFile[]> {
  const names = (await namesIn(path, deep ? deepest : 1)).toSorted().slice(0, mostFiles);
  const files: MarkdownFile[] = [];
  for (const name of names) {
    const file = join(path, name);
    const text = await readBounded(file);
    if (typeof text === 'string') files.push({ path: file, name: name.replace(/\.md$/i, ''), text });
    else problems.push({ where: file, text: text.problem });
  }
  return files;
}

/** A file that is not text or too long is a problem. */
export async function readBounded(path: string): Promise<string | { readonly problem: string }> {
  try {
    // Opening a pipe would block.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { problem: 'It is not a regular file.' };
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(longest + 1), 0, longest + 1, 0);
      if (bytesRead > longest) return { problem: `It is longer than ${longest} bytes.` };
      return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    const isText = typeof code !== 'string' || code.startsWith('ERR_ENCODING');
    return { problem: isText ? 'It is not UTF-8 text.' : `It cannot be read (${code}).` };
  }
}

async function namesIn(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const found: string[] = [];
  for (const entry of entries.slice(0, mostFiles)) {
    if (entry.name.startsWith('.')) continue;
    const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(join(folder, entry.name))));
    if (!isFolder && /\.md$/i.test(entry.name)) found.push(entry.name);
    if (isFolder && depth > 1)
      found.push(...(await namesIn(join(folder, entry.name), depth - 1)).map((name) => `${entry.name}/${name}`));
  }
  return found;
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
