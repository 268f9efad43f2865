/** Where a command starts: in the workspace or an allowed folder outside it. The command may change its folder itself. */
import type { Workspace } from '../tool/tool.ts';
import { FileProblem } from '../workspace/file-problem.ts';
import { isFolder } from '../workspace/is-folder.ts';
import { resolvePath } from '../workspace/resolve-path.ts';

export type WorkingFolder = { readonly folder: string; readonly name: string } | { readonly problem: string };

/** `name`: for rules, relative to the root. `cwd`: as the model writes it; absent: the workspace. */
export function workingFolder(cwd: string, workspace: Workspace): WorkingFolder {
  try {
    const { path, name } = resolvePath(workspace, cwd === '' ? '.' : cwd, { mustExist: true });
    if (isFolder(path)) return { folder: path, name };
    return { problem: `${name} is not a folder.` };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message };
    throw error;
  }
}
