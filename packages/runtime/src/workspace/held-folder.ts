/**
 * Holds a folder open while something is done in it: whatever happens to its name, everything happens in this folder. On Linux each
 * part of the path is opened inside the previous one, never through a link, and files are named through /proc. Elsewhere the folder is
 * compared with its name on each use, and a process that swaps it back and forth may win that race.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, join, parse, sep } from 'node:path';
import { errorCode, FileProblem } from './file-problem.ts';

export interface HeldFolder {
  /** The path of a name in it, for immediate use. Throws if the folder has moved. */
  at(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Creates missing folders. `path`: absolute and without links; `shown`: the file's name in messages. */
export async function holdFolder(path: string, shown: string): Promise<HeldFolder> {
  return process.platform === 'linux' && (await hasProc()) ? holdByHandle(path, shown) : holdByName(path, shown);
}

/** Linux's O_PATH, which Node does not define: using a folder does not need permission to list it. */
const pathOnly = 0o10000000;
const folderFlags = pathOnly | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const byHandle = ({ fd }: FileHandle, name: string): string => `/proc/self/fd/${fd}/${name}`;

async function hasProc(): Promise<boolean> {
  return stat('/proc/self/fd').then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function holdByHandle(path: string, shown: string): Promise<HeldFolder> {
  let folder = await open('/', folderFlags);
  for (const part of path.split(sep).filter((name) => name !== '')) {
    try {
      const next = await enter(folder, part, shown);
      await folder.close();
      folder = next;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  return { at: async (name) => byHandle(folder, name), close: () => folder.close() };
}

async function enter(folder: FileHandle, name: string, shown: string): Promise<FileHandle> {
  const path = byHandle(folder, name);
  const opened = await open(path, folderFlags).catch(orUndefined('ENOENT', 'ENOTDIR', 'ELOOP'));
  if (opened !== undefined) return opened;
  // Another write may need the same folder.
  await mkdir(path).catch(orUndefined('EEXIST'));
  const made = await open(path, folderFlags).catch(orUndefined('ENOENT', 'ENOTDIR', 'ELOOP'));
  if (made !== undefined) return made;
  throw (await lstat(path).catch(orUndefined('ENOENT')))?.isFile() === true ? isFile(shown) : replaced(shown);
}

function orUndefined(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(errorCode(error) ?? '')) throw error;
    return undefined;
  };
}

async function holdByName(path: string, shown: string): Promise<HeldFolder> {
  await makeByName(path, shown);
  const held = await stat(path, { bigint: true });
  return {
    at: async (name) => {
      const now = await stat(path, { bigint: true });
      if (now.dev !== held.dev || now.ino !== held.ino || (await realpath(path)) !== path) throw replaced(shown);
      return join(path, name);
    },
    close: async () => undefined,
  };
}

/** The folder and its parents, one by one, each only if it is in place. */
async function makeByName(folder: string, shown: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats === undefined) {
    if (folder !== parse(folder).root) await makeByName(dirname(folder), shown);
    await mkdir(folder).catch(orUndefined('EEXIST'));
  } else if (!stats.isDirectory()) {
    throw isFile(shown);
  }
  if ((await realpath(folder)) !== folder) throw replaced(shown);
}

function isFile(shown: string): FileProblem {
  return new FileProblem(`${shown} cannot be created: a part of the path is a file, not a folder.`);
}

function replaced(shown: string): FileProblem {
  return new FileProblem(`The folder of ${shown} was moved or replaced by a link. Check it again.`);
}
