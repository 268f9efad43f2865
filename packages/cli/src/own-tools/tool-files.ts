/** Finds files that may contain a tool or a provider: modules directly in a folder. They are not read here. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The folder of custom tools, in the user's folder or in `.interlock` of a project. */
export const toolFolderName = 'tools';

/** The folder of providers, next to the tools. */
export const providerFolderName = 'providers';

export interface ToolFile {
  readonly path: string;
  readonly from: 'user' | 'project';
  /** Its folder is not trusted, so it is not run. */
  readonly isIgnored: boolean;
}

const ending = /\.m?[jt]s$/;

/** A folder with more files is not a folder of tools. */
const maxFiles = 100;

/** Sorted by name. A missing or unreadable folder has none. */
export async function listToolFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const wanted = names.filter(isToolName).toSorted().slice(0, maxFiles);
  const paths = wanted.map((name) => join(folder, name));
  const kinds = await Promise.all(paths.map(isRegularFile));
  return paths.filter((_, at) => kinds[at] === true);
}

/** The name of a tool without a `name`. */
export function nameOfFile(path: string): string {
  return basename(path).replace(ending, '');
}

export function isTypeScript(path: string): boolean {
  return /ts$/.test(path);
}

/** Declarations are not modules; names that start with a dot or an underscore are ignored. */
function isToolName(name: string): boolean {
  return ending.test(name) && !/\.d\.m?ts$/.test(name) && !/^[._]/.test(name);
}

async function isRegularFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
