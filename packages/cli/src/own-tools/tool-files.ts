/** The files that may hold a tool or a provider: those directly in a folder, whose names end as modules do. Nothing of them is read here. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Where custom tools are: the folder of the user, or `.interlock` of a project, and this in it. */
export const toolFolderName = 'tools';

/** Where providers are, next to the tools. */
export const providerFolderName = 'providers';

export interface ToolFile {
  readonly path: string;
  readonly from: 'user' | 'project';
  /** Its folder is not trusted, so that it is not run. */
  readonly isLeft: boolean;
}

const ending = /\.m?[jt]s$/;

/** A folder with more is not a folder of tools. */
const most = 100;

/** In the order of their names. A folder that is not there has none; neither has one that cannot be read. */
export async function listToolFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const wanted = names.filter(isToolName).toSorted().slice(0, most);
  const paths = wanted.map((name) => join(folder, name));
  const kinds = await Promise.all(paths.map(isOrdinary));
  return paths.filter((_, at) => kinds[at] === true);
}

/** The name of a tool that does not name itself. */
export function nameOfFile(path: string): string {
  return basename(path).replace(ending, '');
}

export function isTypeScript(path: string): boolean {
  return /ts$/.test(path);
}

/** Declarations are not modules; names that begin with a dot or an underscore are ignored. */
function isToolName(name: string): boolean {
  return ending.test(name) && !/\.d\.m?ts$/.test(name) && !/^[._]/.test(name);
}

async function isOrdinary(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
