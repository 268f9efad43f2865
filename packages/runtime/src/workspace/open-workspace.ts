/** The folders that tools may use, with links resolved once, so that later checks compare real paths. */
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Workspace } from '../tool/tool.ts';
import { FileProblem, fileProblem } from './file-problem.ts';

export interface WorkspaceOptions {
  readonly alsoAllowed?: readonly string[];
}

export async function openWorkspace(root: string, { alsoAllowed = [] }: WorkspaceOptions = {}): Promise<Workspace> {
  return { root: await folder(root), alsoAllowed: await Promise.all(alsoAllowed.map((path) => folder(path))) };
}

async function folder(path: string): Promise<string> {
  const shown = JSON.stringify(path);
  if (path === '' || path.includes('\0')) throw new FileProblem(`The workspace folder ${shown} is not a path.`);
  try {
    const real = await realpath(resolve(path));
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    throw fileProblem(`The workspace folder ${shown}`, error);
  }
  throw new FileProblem(`The workspace folder ${shown} is a file. Name a folder.`);
}
