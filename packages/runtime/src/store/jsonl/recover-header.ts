/** The header of a session file; if it is damaged, restored from the file's name, folder and records. */
import { readFile } from 'node:fs/promises';
import type { SessionHeader, StoreWarning } from '../session-store.ts';
import { formatVersion } from './line-format.ts';
import { workspaceNote } from './session-paths.ts';

export interface HeaderClues {
  /** From the file's name. */
  readonly id: string;
  readonly folder: string;
  readonly header: SessionHeader | undefined;
  /** When it was created, from other evidence. */
  readonly createdAt: number;
}

export interface RecoveredHeader {
  readonly header: SessionHeader;
  readonly warnings: readonly StoreWarning[];
}

export async function recoverHeader(clues: HeaderClues): Promise<RecoveredHeader> {
  const { id, folder, header, createdAt } = clues;
  if (header?.id === id) return { header, warnings: [] };
  if (header !== undefined) {
    const message = `The file of session ${id} says that it is session ${header.id}; the file name is used.`;
    return { header: { ...header, id }, warnings: [{ code: 'corrupt', message, place: 1 }] };
  }
  const message = `The header of session ${id} is damaged: its title and what it was forked from are lost, its records are not.`;
  return {
    header: { version: formatVersion, id, workspace: await readWorkspace(folder), createdAt, spawnDepth: 0 },
    warnings: [{ code: 'corrupt', message, place: 1 }],
  };
}

/** Empty if unknown. */
export async function readWorkspace(folder: string): Promise<string> {
  try {
    const note: unknown = JSON.parse(await readFile(workspaceNote(folder), 'utf8'));
    const workspace = typeof note === 'object' && note !== null && 'workspace' in note ? note.workspace : undefined;
    return typeof workspace === 'string' ? workspace : '';
  } catch {
    return '';
  }
}
