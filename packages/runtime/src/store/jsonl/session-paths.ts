/**
 * Where what belongs to a session lies. Names on disk are ids made safe: no two ids or workspaces share one, not even where
 * upper and lower case are the same.
 */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';

export interface SessionPaths {
  /** The workspace's. */
  readonly folder: string;
  readonly file: string;
  /** While it is being made. */
  readonly unfinished: string;
  /** Copies of lines that could not be used. */
  readonly skipped: string;
  readonly sideFiles: string;
}

export const sessionSuffix = '.jsonl';

export function lockPath(root: string, id: string): string {
  return join(locksFolder(root), `${encodeName(id)}.lock`);
}

/** Locks go by id alone: a session is one, whatever folder it is in. */
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

/** Whether a name in the store's folder is one that `workspaceFolder` gave. */
export function isWorkspaceFolder(name: string): boolean {
  return /^[a-z0-9-]{1,40}-[0-9a-f]{32}$/.test(name);
}

/** Says in full which workspace the folder is for. */
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
  // Nothing is put behind it, so its dots can stay: its extension matters to the program that opens it.
  return join(paths.sideFiles, encodeName(name).replaceAll('=5', '.'));
}

/** Each has its digit; a capital is its small letter. All of them after `=`. */
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
