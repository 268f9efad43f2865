/**
 * A folder that is held while something is done in it: whatever happens to its name, all of it happens in this very folder. On Linux each part of
 * the path is opened in the one before it and never through a link, and files are named by way of /proc. Elsewhere
 * there is no such way: the folder is compared with its name each time it is asked for, and a process that swaps it back and forth may win that race.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, join, parse, sep } from 'node:path';
import { errorCode, FileProblem } from './file-problem.ts';

export interface HeldFolder {
  /** A name in it, to be handed to the file system at once. Throws if the folder is not where it was. */
  at(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Makes what is missing of it. `path`: absolute and without links; `shown`: what messages call the file that is to be in it. */
export async function holdFolder(path: string, shown: string): Promise<HeldFolder> {
  return process.platform === 'linux' && (await hasProc()) ? holdByHandle(path, shown) : holdByName(path, shown);
}

/** Linux's O_PATH, which Node does not name: to use a folder as a working folder needs no right to list it. */
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

/** The folder and those above, one by one, each only where it should be. */
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
