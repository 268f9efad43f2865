/** The access and the subject of a tool that works on one path. The path is resolved, so that every spelling gives the same result. */
import { resolve, sep } from 'node:path';
import type { Access, Workspace } from '../tool/tool.ts';
import { FileProblem } from './file-problem.ts';
import { type Location, resolvePath } from './resolve-path.ts';
import { showPath } from './show-path.ts';

export function pathReads(workspace: Workspace, path: string): Access {
  const location = locate(workspace, path);
  // A path that does not exist may exist once earlier calls are done.
  return location === undefined ? { exclusive: true } : { reads: [resourceOf(location.path)] };
}

export function pathWrites(workspace: Workspace, path: string): Access {
  const location = locate(workspace, path);
  return location === undefined ? { exclusive: true } : { writes: [resourceOf(location.path)] };
}

/** Relative to the workspace; absolute if it will be refused anyway, so that no pattern for the workspace matches it. */
export function pathSubject(workspace: Workspace, path: string): string {
  return locate(workspace, path)?.name ?? showPath(resolve(workspace.root, path.replaceAll('\0', '')));
}

function locate(workspace: Workspace, path: string): Location | undefined {
  try {
    return resolvePath(workspace, path, { mustExist: false });
  } catch (error) {
    if (error instanceof FileProblem) return undefined;
    throw error;
  }
}

function resourceOf(path: string): string {
  return path.split(sep).join('/');
}
