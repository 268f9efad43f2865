/** Creates, opens or reads the file of a session. A writer must hold the session's lock. */
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Clock } from '../../time/clock.ts';
import { maxRecordBytes } from '../encode-record.ts';
import {
  createPrivateFile,
  makePrivateFolder,
  openPrivateFile,
  replacePrivateFile,
  syncFolder,
} from '../private-files.ts';
import type { OpenedSession, SessionHeader, StoreWarning } from '../session-store.ts';
import { describeDamage } from './describe-damage.ts';
import { JsonlLog } from './jsonl-log.ts';
import { keepAside } from './keep-aside.ts';
import { encodeHeaderLine, ownerTag } from './line-format.ts';
import { readRecords } from './read-records.ts';
import { readWorkspace, recoverHeader } from './recover-header.ts';
import { type Scan, scanSession } from './scan-session.ts';
import { type SessionPaths, workspaceNote } from './session-paths.ts';
import { readFailure, storageFailure } from './storage-failure.ts';

export interface OpenedForWriting {
  readonly id: string;
  readonly paths: SessionPaths;
  readonly clock: Clock;
  readonly isHeld: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

export type ReadSession = Omit<OpenedSession, 'log'> & { readonly header: SessionHeader };

/** A record with its sequence number and time. */
const maxLineBytes = maxRecordBytes + 1024;

/** Written under another name, synced and renamed, so it is never incomplete. */
export async function createSessionFile(writing: OpenedForWriting, given: SessionHeader): Promise<JsonlLog> {
  const { id, paths, clock, isHeld, release } = writing;
  const header = structuredClone(given);
  const line = encodeHeaderLine(header);
  let handle: FileHandle | undefined;
  try {
    await makePrivateFolder(paths.folder);
    if ((await readWorkspace(paths.folder)) !== header.workspace) {
      const note = JSON.stringify({ workspace: header.workspace });
      await replacePrivateFile(workspaceNote(paths.folder), `${paths.unfinished}.workspace`, note);
    }
    handle = await createPrivateFile(paths.unfinished);
    await handle.writeFile(line);
    await handle.sync();
    await rename(paths.unfinished, paths.file);
    await syncFolder(paths.folder);
  } catch (error) {
    await handle?.close();
    for (const path of [paths.unfinished, paths.file]) await rm(path, { force: true }).catch(() => undefined);
    throw storageFailure(error, `Session ${id} could not be created in ${paths.folder}`, 'Nothing of it was saved.');
  }
  return new JsonlLog({
    header,
    handle,
    size: line.length,
    ended: true,
    lastSequence: 0,
    owner: ownerTag(id),
    clock,
    isHeld,
    release,
  });
}

export async function openSessionFile(
  writing: OpenedForWriting,
  before: readonly StoreWarning[],
): Promise<OpenedSession> {
  const { id, paths, clock, isHeld, release } = writing;
  const handle = await openPrivateFile(paths.file).catch((error: unknown) => {
    throw storageFailure(error, `${paths.file} could not be opened for writing`, 'Nothing was changed.');
  });
  try {
    const scan = await scanSession(handle, { id, maxLineBytes, hasWriter: false });
    // The session file has everything; a failed copy does not matter.
    await keepAside(handle, scan.skips, paths.skipped).catch(() => undefined);
    const { header, records, warnings } = await presentScan(id, paths, scan, before);
    const { size, ended, lastSequence, owner } = scan;
    const log = new JsonlLog({ header, handle, size, ended, lastSequence, owner, clock, isHeld, release });
    return { log, records, warnings };
  } catch (error) {
    await handle.close();
    throw readFailure(error, `Session ${id}`);
  }
}

export async function readSessionFile(id: string, paths: SessionPaths, hasWriter: boolean): Promise<ReadSession> {
  try {
    const handle = await open(paths.file, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await presentScan(id, paths, await scanSession(handle, { id, maxLineBytes, hasWriter }), []);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw readFailure(error, `Session ${id}`);
  }
}

export async function removeSessionFiles(id: string, paths: SessionPaths): Promise<void> {
  try {
    // The session itself first: if the rest fails, only litter is left.
    await rm(paths.file, { force: true });
    for (const path of [paths.skipped, paths.unfinished, paths.sideFiles])
      await rm(path, { force: true, recursive: true });
    await syncFolder(paths.folder);
  } catch (error) {
    throw storageFailure(error, `Session ${id} could not be deleted`, 'It may still be there.');
  }
}

/** `before`: warnings from before the scan. */
async function presentScan(
  id: string,
  paths: SessionPaths,
  scan: Scan,
  before: readonly StoreWarning[],
): Promise<ReadSession> {
  const clues = { id, folder: paths.folder, header: scan.header, createdAt: scan.firstAt ?? 0 };
  const recovered = await recoverHeader(clues);
  const warnings: StoreWarning[] = [...before, ...recovered.warnings, ...describeDamage(id, scan)];
  const warn = (warning: StoreWarning): void => void warnings.push(warning);
  const records = readRecords({ id, file: paths.file, runs: scan.runs, maxLineBytes, warn });
  return { header: recovered.header, records, warnings };
}
