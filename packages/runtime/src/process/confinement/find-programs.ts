/** Finds the programs that confine, only in system folders: a repository must not supply them. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Workspace } from '../../tool/tool.ts';
import { rootOf } from '../../workspace/resolve-path.ts';

/** Programs of the system, as `PATH` has them. */
export const systemFolders = '/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin:/run/current-system/sw/bin';

/** Finds a program by name in the folders of `path`, but never in the workspace. */
export function findProgram(name: string, workspace: Workspace, path: string = systemFolders): string | undefined {
  return (
    path
      .split(delimiter)
      .filter((folder) => isAbsolute(folder))
      .map((folder) => join(folder, name))
      // Returns the path as found, not the real path: some programs have many names.
      .find((file) => isProgram(file) && rootOf(workspace, resolved(file) ?? file) === undefined)
  );
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
