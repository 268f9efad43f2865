/** The project of a folder, its configuration file, tools and providers: searched upwards, up to the repository root. */
import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { providerFolderName, toolFolderName } from '../own-tools/tool-files.ts';
import { projectExtensions } from './extension-folders.ts';

export interface Project {
  /** The folder that can be trusted, with links resolved: the one with the file, else with tools or providers, else the repository. */
  readonly root: string;
  /** Absent: there is none. */
  readonly file?: string;
}

/** The tools folder of a project, whether or not it exists. */
export function projectTools(root: string): string {
  return join(root, '.interlock', toolFolderName);
}

/** The providers folder of a project, whether or not it exists. */
export function projectProviders(root: string): string {
  return join(root, '.interlock', providerFolderName);
}

const maxDepth = 100;

/** `folder` exists. */
export async function findProject(folder: string): Promise<Project> {
  const start = await realpath(folder);
  const upwards = await foldersToRepository(start);
  for (const root of upwards) {
    const file = join(root, '.interlock', 'config.json');
    if (await exists(file)) return { root, file };
  }
  for (const root of upwards) {
    const extensions = [
      projectTools(root),
      projectProviders(root),
      ...projectExtensions.map((name) => join(root, name)),
    ];
    if ((await Promise.all(extensions.map(exists))).includes(true)) return { root };
  }
  return { root: upwards.at(-1) ?? start };
}

/** Whether the file is inside the folder once links are resolved. A link may point anywhere. */
export async function isInside(root: string, file: string): Promise<boolean> {
  const path = relative(root, await realpath(file));
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** From the folder up to the one with `.git`; only the folder itself if there is no repository. */
async function foldersToRepository(start: string): Promise<readonly string[]> {
  const folders: string[] = [];
  for (let folder = start; folders.length < maxDepth; folder = dirname(folder)) {
    folders.push(folder);
    if (await exists(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) break;
  }
  return [start];
}

/** An unreadable file counts as present: reading it reports the problem. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}
