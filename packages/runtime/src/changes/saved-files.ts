/**
 * Saves files before a call changes them, so that they can be restored: contents beside the session, named by their hash, and a record
 * that is on disk before the call starts. A call that declares what it writes saves only that; before a command everything in the
 * workspace is saved, except for what `.gitignore` excludes, within limits.
 */
import { join } from 'node:path';
import type { SessionApprovals } from '../approval/approval.ts';
import { deniedPaths } from '../approval/denied-paths.ts';
import type { History } from '../history/history.ts';
import { askedTurnOf, type FilesKept } from '../history/session-facts.ts';
import { scan } from '../scan/scan.ts';
import type { FileState, KeptFile } from '../store/session-record.ts';
import type { FileFingerprints, FingerprintedContent, KeepOptions, SideFiles } from '../store/side-files.ts';
import type { Clock } from '../time/clock.ts';
import type { Access, Workspace } from '../tool/tool.ts';
import { nameOf, rootOf } from '../workspace/resolve-path.ts';
import { type ExaminedFile, examineFile, hashOf, statOf } from './file-state.ts';

const mostFiles = 2_000;
/** How much may be saved for one listing, besides contents that are saved already. */
const mostBytes = 32_000_000;
const atOnce = 16;
const settledMs = 2_000;

export interface Listing {
  /** There are more files than listed. */
  readonly isCut: boolean;
  readonly files: readonly KeptFile[];
}

export interface SavedFilesParts {
  readonly history: History;
  readonly files: SideFiles;
  readonly sessionId: string;
  readonly workspace: Workspace;
  readonly clock: Clock;
  /** Its deny rules: what the model may not read is not copied either. */
  readonly approvals?: Pick<SessionApprovals, 'rules'>;
  /** The saved files of the parent session, which is notified, because the user restores files there. */
  readonly parent?: SavedFiles;
}

export class SavedFiles {
  readonly #parts: SavedFilesParts;
  /** Names of existing side files. */
  readonly #stored = new Set<string>();
  readonly #writing = new Map<string, Promise<unknown>>();
  /** By path: states that are current as long as the fingerprint is the same. */
  readonly #known = new Map<string, { readonly fingerprint: string; readonly state: FileState }>();
  /** By path: contents that earlier sessions have found. */
  #fingerprints: Promise<Map<string, FingerprintedContent>> | undefined;

  constructor(parts: SavedFilesParts) {
    this.#parts = parts;
  }

  /** Rejects if the record cannot be written: then the call must not run. */
  async before({ writes = [], exclusive = false }: Access): Promise<void> {
    const { history, workspace } = this.#parts;
    const paths = writes.filter((path) => rootOf(workspace, path) !== undefined);
    if (paths.length === 0 && !exclusive) return;
    const files = await this.keep(paths);
    const rest = exclusive ? await this.#listing() : {};
    const turnId = askedTurnOf(history.facts);
    const turn = turnId === undefined ? {} : { turnId };
    const record: FilesKept = { kind: 'files-kept', by: 'call', ...turn, files, ...rest };
    await this.#parts.parent?.note(record, this.#parts.sessionId);
    await history.write(record, true);
  }

  /** Called when a subagent is about to change files. */
  async note(record: FilesKept, session: string): Promise<void> {
    const { history, parent } = this.#parts;
    const { turnId: _, ...rest } = record;
    const turnId = askedTurnOf(history.facts);
    const noted: FilesKept = { ...rest, ...(turnId === undefined ? {} : { turnId }), in: record.in ?? session };
    await parent?.note(noted, session);
    await history.write(noted, true);
  }

  /** Saves the contents of these files and returns their current state. */
  async keep(paths: readonly string[]): Promise<readonly KeptFile[]> {
    return inBatches(paths, (path) => this.#keepOne(path));
  }

  /** All files of the workspace that are not excluded; rejects if they cannot be listed. */
  async paths(): Promise<{ readonly paths: readonly string[]; readonly isCut: boolean }> {
    const { workspace, clock } = this.#parts;
    const names: string[] = [];
    const end = await scan(
      {
        ...{ root: workspace.root, start: '', single: false, glob: '**', anyDepth: false },
        ...{ wanted: 'files', most: mostFiles, largestFile: 0, denial: { rules: [], tools: [], prefix: '' } },
      },
      { signal: new AbortController().signal, clock, stallMs: 10_000, onPaths: (found) => names.push(...found) },
    );
    return { paths: names.map((name) => join(workspace.root, name)), isCut: end.more };
  }

  async #listing(): Promise<{ readonly listing: string } | { readonly uncovered: string }> {
    try {
      const { paths, isCut } = await this.paths();
      const listing: Listing = { isCut, files: await this.#keepListed(paths) };
      const text = JSON.stringify(listing);
      const name = `listing-${hashOf(text)}`;
      await this.#put(name, text);
      return { listing: name };
    } catch (error) {
      if (error instanceof Error && error.name === 'StoreError') throw error;
      return { uncovered: `The files of the workspace could not be listed: ${String(error)}` };
    }
  }

  async #keepListed(paths: readonly string[]): Promise<readonly KeptFile[]> {
    const room = { bytes: mostBytes };
    const { files: store, sessionId } = this.#parts;
    this.#fingerprints ??= readFingerprints(store, sessionId);
    const fingerprints = await this.#fingerprints;
    const changes = { isNew: false };
    const files = await inBatches(paths, (path) => this.#keepChanged(path, room, fingerprints, changes));
    // A cache for the next session: if it cannot be written, that session reads the files again.
    if (changes.isNew)
      await store.linked?.writeFingerprints(sessionId, fingerprintsOf(paths, fingerprints)).catch(() => undefined);
    return files.flatMap((file) => file ?? []);
  }

  /** Undefined: there is no file to save. Does not wait for the disk: a command may involve thousands of files. */
  async #keepChanged(
    path: string,
    room: { bytes: number },
    fingerprints: Map<string, FingerprintedContent>,
    changes: { isNew: boolean },
  ): Promise<KeptFile | undefined> {
    const stats = await statOf(path);
    if (stats === undefined || typeof stats === 'string') return undefined;
    const fingerprint = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs, stats.mode].join(' ');
    const known = this.#known.get(path);
    const isHidden = this.#hides(path);
    if (known?.fingerprint === fingerprint && !isHidden) return { path, state: known.state };
    const before = fingerprints.get(path);
    if (!isHidden && before?.fingerprint === fingerprint && (await this.#adopt(before.hash))) {
      const state = { blob: before.hash, mode: Number(stats.mode & 0o777n) };
      this.#known.set(path, { fingerprint, state });
      return { path, state };
    }
    const size = Number(stats.size);
    if (size > room.bytes)
      return { path, state: { unkept: 'there is too much to keep', size, changedAt: Number(stats.mtimeMs) } };
    room.bytes -= size;
    const file = await this.#keepOne(path, { sync: false });
    // A file that changes twice within a clock tick has the same times: a recent one is read again.
    if (this.#parts.clock.now() - Number(stats.ctimeMs) < settledMs) return file;
    this.#known.set(path, { fingerprint, state: file.state });
    if (file.state !== null && 'blob' in file.state) {
      fingerprints.set(path, { fingerprint, hash: file.state.blob });
      changes.isNew = true;
    }
    return file;
  }

  /** The current state of a file. Copies outlive the file, and may be in a database that others share. */
  examine(path: string): Promise<ExaminedFile> {
    const { history } = this.#parts;
    return examineFile(path, {
      ofPath: (full) => (this.#hides(full) ? 'a rule denies reading it' : undefined),
      ofBytes: (bytes) =>
        history.keys.areIn(bytes.toString('latin1')) ? 'it contains a key of this session' : undefined,
    });
  }

  #hides(path: string): boolean {
    const { workspace, approvals } = this.#parts;
    return deniedPaths(approvals?.rules ?? [], ['read_file'])?.(nameOf(workspace, path)) === true;
  }

  async #adopt(hash: string): Promise<boolean> {
    const { files, sessionId } = this.#parts;
    const name = `blob-${hash}`;
    if (this.#stored.has(name)) return true;
    if ((await files.linked?.adopt(sessionId, hash)) !== true) return false;
    this.#stored.add(name);
    return true;
  }

  async #keepOne(path: string, options: KeepOptions = {}): Promise<KeptFile> {
    const { state, bytes } = await this.examine(path);
    if (state !== null && 'blob' in state && bytes !== undefined) await this.#put(`blob-${state.blob}`, bytes, options);
    return { path, state };
  }

  async #put(name: string, data: string | Uint8Array, options: KeepOptions = {}): Promise<void> {
    if (this.#stored.has(name)) return;
    // Two files with the same contents are often saved together: written twice, the second would replace the one that is shared.
    const writing = this.#writing.get(name) ?? this.#parts.files.keep(this.#parts.sessionId, name, data, options);
    this.#writing.set(name, writing);
    await writing.finally(() => this.#writing.delete(name));
    this.#stored.add(name);
  }
}

/** The fingerprints of these files, without those of files that no longer exist. */
function fingerprintsOf(
  paths: readonly string[],
  fingerprints: ReadonlyMap<string, FingerprintedContent>,
): FileFingerprints {
  return new Map(
    paths.flatMap((path) => {
      const signed = fingerprints.get(path);
      return signed === undefined ? [] : [[path, signed] as const];
    }),
  );
}

async function readFingerprints({ linked }: SideFiles, sessionId: string): Promise<Map<string, FingerprintedContent>> {
  return new Map(await linked?.readFingerprints(sessionId).catch(() => undefined));
}

async function inBatches<T, U>(all: readonly T[], work: (one: T) => Promise<U>): Promise<readonly U[]> {
  const done: U[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    done.push(...(await Promise.all(all.slice(from, from + atOnce).map(work))));
  return done;
}
