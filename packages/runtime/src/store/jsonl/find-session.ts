/** Finds sessions on disk. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { idOfFile, isWorkspaceFolder, type SessionPaths, sessionPaths } from './session-paths.ts';
import { errnoOf, readFailure } from './storage-failure.ts';

/** Undefined if no workspace has that id. */
export async function findSession(root: string, id: string): Promise<SessionPaths | undefined> {
  for (const folder of await workspaceFolders(root)) {
    const paths = sessionPaths(folder, id);
    if (await isThere(paths.file)) return paths;
  }
  return undefined;
}

export async function listSessionFiles(
  folder: string,
): Promise<readonly { readonly id: string; readonly paths: SessionPaths }[]> {
  const names = await namesIn(folder);
  return names.flatMap((name) => {
    const id = idOfFile(name);
    return id === undefined ? [] : [{ id, paths: sessionPaths(folder, id) }];
  });
}

export async function workspaceFolders(root: string): Promise<readonly string[]> {
  return (await namesIn(root)).filter(isWorkspaceFolder).map((name) => join(root, name));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Nothing has been stored there yet.
    if (errnoOf(error) === 'ENOENT') return [];
    throw readFailure(error, `The folder ${folder}`);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw readFailure(error, `The file ${path}`);
  }
}
