/** The project a folder belongs to, its configuration file, its tools and its providers: looked for upwards, not beyond the repository. */
import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { providerFolderName, toolFolderName } from '../own-tools/tool-files.ts';
import { projectExtensions } from './extension-folders.ts';

export interface Project {
  /** The folder that can be trusted, with its links resolved: the one with the file, else with tools, providers or the like, else the repository. */
  readonly root: string;
  /** Absent: it has none. */
  readonly file?: string;
}

/** Where the tools of a project are, whether or not there are any. */
export function projectTools(root: string): string {
  return join(root, '.interlock', toolFolderName);
}

/** Where the providers of a project are, whether or not there are any. */
export function projectProviders(root: string): string {
  return join(root, '.interlock', providerFolderName);
}

const deepest = 100;

/** `folder` exists. */
export async function findProject(folder: string): Promise<Project> {
  const start = await realpath(folder);
  const upwards = await foldersToRepository(start);
  for (const root of upwards) {
    const file = join(root, '.interlock', 'config.json');
    if (await isThere(file)) return { root, file };
  }
  for (const root of upwards) {
    const brought = [projectTools(root), projectProviders(root), ...projectExtensions.map((name) => join(root, name))];
    if ((await Promise.all(brought.map(isThere))).includes(true)) return { root };
  }
  return { root: upwards.at(-1) ?? start };
}

/** Whether the file itself is in the folder, once links are followed. A link may lead anywhere. */
export async function liesWithin(root: string, file: string): Promise<boolean> {
  const way = relative(root, await realpath(file));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** From the folder to the one with `.git`; only the folder if there is no repository. */
async function foldersToRepository(start: string): Promise<readonly string[]> {
  const folders: string[] = [];
  for (let folder = start; folders.length < deepest; folder = dirname(folder)) {
    folders.push(folder);
    if (await isThere(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) break;
  }
  return [start];
}

/** An unreadable one counts as present: reading it reports what is wrong. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}
