/**
 * Stores each session in a file, in a folder for its workspace. Lines are only ever appended. Damaged lines are skipped but kept;
 * `jsonl/line-format.ts` describes a line.
 */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type Clock, systemClock } from '../time/clock.ts';
import { createFileSideFiles } from './jsonl/file-side-files.ts';
import { findSession, listSessionFiles, workspaceFolders } from './jsonl/find-session.ts';
import { LinkedContents } from './jsonl/linked-contents.ts';
import { ownIdentity, type ProcessIdentity } from './jsonl/process-identity.ts';
import {
  createSessionFile,
  type OpenedForWriting,
  openSessionFile,
  readSessionFile,
  removeSessionFiles,
} from './jsonl/session-file.ts';
import { acquireLock, isLocked, LockedError, type LockOptions, type SessionLock } from './jsonl/session-lock.ts';
import { lockPath, locksFolder, type SessionPaths, sessionPaths, workspaceFolder } from './jsonl/session-paths.ts';
import { readFailure, storageFailure } from './jsonl/storage-failure.ts';
import { summariseSession } from './jsonl/summarise-session.ts';
import { makePrivateFolder } from './private-files.ts';
import { noSuchSession, sessionExists, storeClosed } from './refusals.ts';
import { checkSessionId } from './session-id.ts';
import type {
  OpenOptions,
  SessionHeader,
  SessionLog,
  SessionStore,
  SessionSummary,
  StoreWarning,
} from './session-store.ts';
import type { KeepsSideFiles, SideFiles } from './side-files.ts';
import { StoreError } from './store-error.ts';

export interface JsonlStoreOptions {
  readonly clock?: Clock;
  /** Reports locks that were taken over, and files of a newer format in a list. */
  readonly onWarning?: (warning: StoreWarning) => void;
  /** How long to wait for a session that another process has open. */
  readonly lockWaitMs?: number;
  /** Returns unique names of letters, digits and `-`, for locks and unfinished files. */
  readonly mintToken?: () => string;
}

export type JsonlStore = SessionStore & KeepsSideFiles;

export function createJsonlStore(folder: string, options: JsonlStoreOptions = {}): JsonlStore {
  return new JsonlSessions(resolve(folder), options);
}

/** How many files are read at the same time. */
const listWidth = 16;

class JsonlSessions implements SessionStore, KeepsSideFiles {
  readonly sideFiles: SideFiles;
  readonly #root: string;
  readonly #clock: Clock;
  readonly #warn: (warning: StoreWarning) => void;
  readonly #lockWaitMs: number;
  readonly #mintToken: () => string;
  readonly #contents: LinkedContents;
  readonly #logs = new Map<SessionLock, SessionLog>();
  #self: Promise<ProcessIdentity> | undefined;
  #closed = false;

  constructor(root: string, options: JsonlStoreOptions) {
    this.#root = root;
    this.#clock = options.clock ?? systemClock;
    this.#warn = options.onWarning ?? (() => undefined);
    this.#lockWaitMs = options.lockWaitMs ?? 10_000;
    this.#mintToken = options.mintToken ?? randomUUID;
    this.#contents = new LinkedContents(root);
    this.sideFiles = createFileSideFiles({
      find: (id) => this.#find(id),
      mintToken: this.#mintToken,
      contents: this.#contents,
    });
  }

  async create(header: SessionHeader): Promise<SessionLog> {
    const { id, workspace } = header;
    await this.#refuseExisting(id);
    return this.#holding(id, this.#lockWaitMs, async (lock) => {
      // Another process may have created it while we waited.
      await this.#refuseExisting(id);
      const paths = sessionPaths(workspaceFolder(this.#root, workspace), id);
      return this.#track(lock, await createSessionFile(this.#writing(lock, id, paths), header));
    });
  }

  async open(id: string, { onWait }: OpenOptions = {}): ReturnType<SessionStore['open']> {
    await this.#find(id);
    return this.#holding(
      id,
      this.#lockWaitMs,
      async (lock, warnings) => {
        const opened = await openSessionFile(this.#writing(lock, id, await this.#find(id)), warnings);
        await this.#track(lock, opened.log);
        return opened;
      },
      onWait,
    );
  }

  async read(id: string): ReturnType<SessionStore['read']> {
    const paths = await this.#find(id);
    const hasWriter = await isLocked(lockPath(this.#root, id), await this.#lockOptions(0));
    return readSessionFile(id, paths, hasWriter);
  }

  async list(workspace?: string): Promise<readonly SessionSummary[]> {
    if (this.#closed) throw storeClosed();
    const folders =
      workspace === undefined ? await workspaceFolders(this.#root) : [workspaceFolder(this.#root, workspace)];
    const files = (await Promise.all(folders.map(listSessionFiles))).flat();
    const summaries: SessionSummary[] = [];
    for (let from = 0; from < files.length; from += listWidth) {
      const some = files.slice(from, from + listWidth);
      summaries.push(...(await Promise.all(some.map(({ id, paths }) => this.#summarise(id, paths)))).flat());
    }
    return summaries.toSorted((a, b) => b.updatedAt - a.updatedAt);
  }

  async delete(id: string): Promise<void> {
    await this.#find(id);
    await this.#holding(id, 0, async (lock) => {
      const paths = await this.#find(id);
      const kept = await this.#contents.keptIn(paths.sideFiles);
      await removeSessionFiles(id, paths);
      await this.#contents.sweep(kept);
      await lock.release();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const closings = await Promise.allSettled([...this.#logs.values()].map((log) => log.close()));
    for (const closing of closings) if (closing.status === 'rejected') throw closing.reason;
  }

  #ready(id: string): void {
    if (this.#closed) throw storeClosed();
    checkSessionId(id);
  }

  async #find(id: string): Promise<SessionPaths> {
    this.#ready(id);
    const paths = await findSession(this.#root, id);
    if (paths === undefined) throw noSuchSession(id);
    return paths;
  }

  async #refuseExisting(id: string): Promise<void> {
    this.#ready(id);
    if ((await findSession(this.#root, id)) !== undefined) throw sessionExists(id);
  }

  /** Holds the session's lock, which is released on failure. */
  async #holding<T>(
    id: string,
    waitMs: number,
    use: (lock: SessionLock, warnings: readonly StoreWarning[]) => Promise<T>,
    onWait?: OpenOptions['onWait'],
  ): Promise<T> {
    const lock = await this.#lock(id, waitMs, onWait);
    try {
      if (lock.takenFrom === undefined) return await use(lock, []);
      const message = `Session ${id} was left open by ${lock.takenFrom}, which is no longer running. It was taken over.`;
      const warning: StoreWarning = { code: 'lock-taken-over', message };
      this.#warn(warning);
      return await use(lock, [warning]);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async #lock(id: string, waitMs: number, onWait: OpenOptions['onWait']): Promise<SessionLock> {
    try {
      await makePrivateFolder(this.#root);
      await makePrivateFolder(locksFolder(this.#root));
      return await acquireLock(lockPath(this.#root, id), { ...(await this.#lockOptions(waitMs)), onWait });
    } catch (error) {
      if (error instanceof LockedError) {
        throw new StoreError(
          'locked',
          `Session ${id} is open for writing in ${error.holder}. Nothing was changed.`,
          `Close it there. If that process is no longer running, delete ${lockPath(this.#root, id)}.`,
        );
      }
      throw storageFailure(
        error,
        `Session ${id} could not be locked in ${locksFolder(this.#root)}`,
        'Nothing was changed.',
      );
    }
  }

  async #lockOptions(waitMs: number): Promise<LockOptions> {
    this.#self ??= ownIdentity();
    return { clock: this.#clock, self: await this.#self, mintToken: this.#mintToken, waitMs };
  }

  #writing(lock: SessionLock, id: string, paths: SessionPaths): OpenedForWriting {
    const release = async (): Promise<void> => {
      this.#logs.delete(lock);
      await lock.release();
    };
    return { id, paths, clock: this.#clock, isHeld: () => lock.isHeld(), release };
  }

  async #track<T extends SessionLog>(lock: SessionLock, log: T): Promise<T> {
    this.#logs.set(lock, log);
    if (!this.#closed) return log;
    // The store was closed while this was being opened.
    await log.close();
    throw storeClosed();
  }

  /** One unreadable file must not hide the others. */
  async #summarise(id: string, paths: SessionPaths): Promise<readonly SessionSummary[]> {
    try {
      const summary = await summariseSession(id, paths);
      if (!('newerFormat' in summary)) return [summary];
      const message = `Session ${id} was written by a newer version (format ${summary.newerFormat}) and is not listed.`;
      this.#warn({ code: 'newer-format', message });
    } catch (error) {
      const failure = readFailure(error, `Session ${id}`);
      if (!(failure instanceof StoreError)) throw failure;
      if (failure.code !== 'gone') this.#warn({ code: 'corrupt', message: failure.message });
    }
    return [];
  }
}
