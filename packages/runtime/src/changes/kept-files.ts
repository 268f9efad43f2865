/**
 * Saves files before a call changes them, so that they can be restored: contents beside the session, named by their hash, and a record
 * that is on disk before the call starts. A call that declares what it writes saves only that; before a command everything in the
 * workspace is saved, except for what `.gitignore` excludes, within limits.
 */
import { join } from 'node:path';
import type { History } from '../history/history.ts';
import type { FilesKept } from '../history/session-facts.ts';
import { scan } from '../scan/scan.ts';
import type { FileState, KeptFile } from '../store/session-record.ts';
import type { FileSigns, KeepOptions, SideFiles, SignedContent } from '../store/side-files.ts';
import type { Clock } from '../time/clock.ts';
import type { Access, Workspace } from '../tool/tool.ts';
import { rootOf } from '../workspace/resolve-path.ts';
import { hashOf, seeFile, statOf } from './file-state.ts';

const mostFiles = 2_000;
/** For contents that were not saved before, in one listing. */
const mostBytes = 32_000_000;
const atOnce = 16;
const settledMs = 2_000;

export interface Listing {
  /** There are more files than listed. */
  readonly isCut: boolean;
  readonly files: readonly KeptFile[];
}

export interface KeptFilesParts {
  readonly history: History;
  readonly files: SideFiles;
  readonly sessionId: string;
  readonly workspace: Workspace;
  readonly clock: Clock;
  /** The parent session's, which is notified: the user restores files there. */
  readonly above?: KeptFiles;
}

export class KeptFiles {
  readonly #parts: KeptFilesParts;
  /** Names of existing side files. */
  readonly #there = new Set<string>();
  /** By path: states that are still current. */
  readonly #known = new Map<string, { readonly sign: string; readonly state: FileState }>();
  /** By path: states that earlier sessions found. */
  #signs: Promise<Map<string, SignedContent>> | undefined;

  constructor(parts: KeptFilesParts) {
    this.#parts = parts;
  }

  /** Rejects if the record cannot be written: then the call must not run. */
  async before({ writes = [], exclusive = false }: Access): Promise<void> {
    const { history, workspace } = this.#parts;
    const paths = writes.filter((path) => rootOf(workspace, path) !== undefined);
    if (paths.length === 0 && !exclusive) return;
    const files = await this.keep(paths);
    const rest = exclusive ? await this.#listing() : {};
    const { turnId } = history.facts;
    const turn = turnId === undefined ? {} : { turnId };
    const record: FilesKept = { kind: 'files-kept', by: 'call', ...turn, files, ...rest };
    await this.#parts.above?.note(record, this.#parts.sessionId);
    await history.write(record, true);
  }

  /** A subagent is about to change these. */
  async note(record: FilesKept, session: string): Promise<void> {
    const { history, above } = this.#parts;
    const { turnId: _, ...rest } = record;
    const { turnId } = history.facts;
    const noted: FilesKept = { ...rest, ...(turnId === undefined ? {} : { turnId }), in: record.in ?? session };
    await above?.note(noted, session);
    await history.write(noted, true);
  }

  /** The current state of these files, with their contents saved. */
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
    this.#signs ??= readSigns(store, sessionId);
    const signs = await this.#signs;
    const news = { isNew: false };
    const files = await inBatches(paths, (path) => this.#keepChanged(path, room, signs, news));
    // A cache for the next session: if it cannot be written, that session reads the files again.
    if (news.isNew) await store.linked?.writeSigns(sessionId, ofThese(paths, signs)).catch(() => undefined);
    return files.flatMap((file) => file ?? []);
  }

  /** Undefined: there is no file to save. Does not wait for the disk: a command may involve thousands of files. */
  async #keepChanged(
    path: string,
    room: { bytes: number },
    signs: Map<string, SignedContent>,
    news: { isNew: boolean },
  ): Promise<KeptFile | undefined> {
    const stats = await statOf(path);
    if (stats === undefined || typeof stats === 'string') return undefined;
    const sign = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs, stats.mode].join(' ');
    const known = this.#known.get(path);
    if (known?.sign === sign) return { path, state: known.state };
    const before = signs.get(path);
    if (before?.sign === sign && (await this.#adopt(before.hash))) {
      const state = { blob: before.hash, mode: Number(stats.mode & 0o777n) };
      this.#known.set(path, { sign, state });
      return { path, state };
    }
    const size = Number(stats.size);
    if (size > room.bytes)
      return { path, state: { unkept: 'there is too much to keep', size, changedAt: Number(stats.mtimeMs) } };
    room.bytes -= size;
    const file = await this.#keepOne(path, { sync: false });
    // A file that changes twice within a clock tick has the same times: a recent one is read again.
    if (this.#parts.clock.now() - Number(stats.ctimeMs) < settledMs) return file;
    this.#known.set(path, { sign, state: file.state });
    if (file.state !== null && 'blob' in file.state) {
      signs.set(path, { sign, hash: file.state.blob });
      news.isNew = true;
    }
    return file;
  }

  async #adopt(hash: string): Promise<boolean> {
    const { files, sessionId } = this.#parts;
    const name = `blob-${hash}`;
    if (this.#there.has(name)) return true;
    if ((await files.linked?.adopt(sessionId, hash)) !== true) return false;
    this.#there.add(name);
    return true;
  }

  async #keepOne(path: string, options: KeepOptions = {}): Promise<KeptFile> {
    const { state, bytes } = await seeFile(path);
    if (state !== null && 'blob' in state && bytes !== undefined) await this.#put(`blob-${state.blob}`, bytes, options);
    return { path, state };
  }

  async #put(name: string, data: string | Uint8Array, options: KeepOptions = {}): Promise<void> {
    if (this.#there.has(name)) return;
    await this.#parts.files.keep(this.#parts.sessionId, name, data, options);
    this.#there.add(name);
  }
}

/** Without files that no longer exist. */
function ofThese(paths: readonly string[], signs: ReadonlyMap<string, SignedContent>): FileSigns {
  return new Map(
    paths.flatMap((path) => {
      const signed = signs.get(path);
      return signed === undefined ? [] : [[path, signed] as const];
    }),
  );
}

async function readSigns({ linked }: SideFiles, sessionId: string): Promise<Map<string, SignedContent>> {
  return new Map(await linked?.readSigns(sessionId).catch(() => undefined));
}

async function inBatches<T, U>(all: readonly T[], work: (one: T) => Promise<U>): Promise<readonly U[]> {
  const done: U[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    done.push(...(await Promise.all(all.slice(from, from + atOnce).map(work))));
  return done;
}
