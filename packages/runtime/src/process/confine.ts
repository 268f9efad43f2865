/**
 * A command inside `bwrap`: everything can be read, only the workspace can be written, and nothing outside of it is seen as a
 * process. It does not hide files that the user may read, nor sockets in the file system (a container engine's, a desktop's).
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Workspace } from '../tool/tool.ts';
import { rootOf } from '../workspace/resolve-path.ts';

export interface Confinement {
  readonly workspace: Workspace;
  readonly cwd: string;
  /** Whether the network can be reached. */
  readonly network: boolean;
}

/** Up to and with `--`; the command follows. */
export function bwrapArguments({ workspace, cwd, network }: Confinement): readonly string[] {
  // After /tmp, which may hold the workspace.
  const also = workspace.alsoAllowed.flatMap((folder) => ['--bind-try', folder, folder]);
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...['--bind', workspace.root, workspace.root, ...also],
    ...['--unshare-pid', '--unshare-ipc', '--die-with-parent'],
    ...(network ? [] : ['--unshare-net']),
    ...['--chdir', cwd, '--'],
  ];
}

/**
 * A program by its name in the folders of `path`, but never one that lies in the workspace: the repository would otherwise
 * supply the guard that is to watch it.
 */
export function findProgram(name: string, path: string, workspace: Workspace): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => resolved(join(folder, name)))
    .find((file) => file !== undefined && isProgram(file) && rootOf(workspace, file) === undefined);
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
