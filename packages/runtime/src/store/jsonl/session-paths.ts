/**
 * The paths of a session's files. File names are escaped ids: no two ids or workspaces share one, even on file systems that ignore
 * case.
 */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';

export interface SessionPaths {
  /** The folder of the workspace. */
  readonly folder: string;
  readonly file: string;
  /** The path of the file while it is being created. */
  readonly unfinished: string;
  /** Copies of unusable lines. */
  readonly skipped: string;
  readonly sideFiles: string;
}

export const sessionSuffix = '.jsonl';

export function lockPath(root: string, id: string): string {
  return join(locksFolder(root), `${encodeName(id)}.lock`);
}

/** Locks are named by id only: an id is unique across folders. */
export function locksFolder(root: string): string {
  return join(root, 'locks');
}

export function workspaceFolder(root: string, workspace: string): string {
  const readable = basename(workspace.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 32);
  return join(root, `${readable || 'workspace'}-${hash}`);
}

/** Whether `workspaceFolder` made this name. */
export function isWorkspaceFolder(name: string): boolean {
  return /^[a-z0-9-]{1,40}-[0-9a-f]{32}$/.test(name);
}

/** Contains the full path of the folder's workspace. */
export function workspaceNote(folder: string): string {
  return join(folder, 'workspace.json');
}

export function sessionPaths(folder: string, id: string): SessionPaths {
  const stem = join(folder, encodeName(id));
  return {
    folder,
    file: stem + sessionSuffix,
    unfinished: `${stem}.new`,
    skipped: `${stem}.skipped${sessionSuffix}`,
    sideFiles: `${stem}.files`,
  };
}

/** The id of a session file; undefined for any other file. */
export function idOfFile(name: string): string | undefined {
  if (!name.endsWith(sessionSuffix)) return undefined;
  return decodeName(name.slice(0, -sessionSuffix.length));
}

export function sideFilePath(paths: SessionPaths, name: string): string {
  // Nothing is appended, so dots can stay: the extension matters to the program that opens it.
  return join(paths.sideFiles, encodeName(name).replaceAll('=5', '.'));
}

/** The digit of each character that is written after a `=`; a capital letter is written as its lowercase letter. */
const escaped = '=:@+~.';

function encodeName(id: string): string {
  return id.replace(/[A-Z=:@+~.]/g, (letter) => {
    const digit = escaped.indexOf(letter);
    return `=${digit < 0 ? letter.toLowerCase() : digit}`;
  });
}

function decodeName(name: string): string | undefined {
  if (!/^(?:[a-z0-9_-]|=[a-z0-5])+$/.test(name)) return undefined;
  return name.replace(/=(.)/g, (_, letter: string) =>
    letter <= '9' ? (escaped[Number(letter)] ?? '') : letter.toUpperCase(),
  );
}
