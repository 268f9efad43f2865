/**
 * What a session has changed in files, and undoing it. Undoing is itself a change: the current state is saved first and can be
 * restored.
 */
import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { SessionApprovals } from '../approval/approval.ts';
import type { History } from '../history/history.ts';
import type { FilesKept } from '../history/session-facts.ts';
import type { FileState } from '../store/session-record.ts';
import type { SessionHeader } from '../store/session-store.ts';
import type { SideFiles } from '../store/side-files.ts';
import { messageOf } from '../text/sentences.ts';
import type { Clock } from '../time/clock.ts';
import type { Workspace } from '../tool/tool.ts';
import { wholeDiff } from '../tools/edit/unified-diff.ts';
import { holdFolder } from '../workspace/held-folder.ts';
import { nameOf, resolvePath } from '../workspace/resolve-path.ts';
import { encodingOf } from '../workspace/text-encoding.ts';
import { writeAtomically } from '../workspace/write-atomically.ts';
import { type EarlierState, earlierStates } from './earlier-states.ts';
import { hashOf, isSameState } from './file-state.ts';
import { type Listing, SavedFiles } from './saved-files.ts';

/** Which changes: those after the first n turns (default: 0, so all changes of the session), or those of the last restore (`undo`). */
export type ChangeScope = { readonly turns?: number } | { readonly undo: true };

export interface FileChange {
  /** Relative to the workspace, or absolute. */
  readonly path: string;
  /** How it has changed since. */
  readonly kind: 'created' | 'changed' | 'deleted';
  /** The difference from the earlier state to the current one. */
  readonly diff: string;
}

export interface FileChanges {
  readonly changes: readonly FileChange[];
  /** Files that have changed and cannot be restored, with the reason. */
  readonly uncovered: readonly { readonly path: string; readonly why: string }[];
  readonly notes: readonly string[];
}

export interface RestoredFiles extends FileChanges {
  /** Files that could not be restored. */
  readonly failed: readonly { readonly path: string; readonly why: string }[];
}

interface Difference {
  readonly path: string;
  readonly now: FileState;
  readonly earlier: EarlierState;
}

export interface FileHistoryParts {
  readonly history: History;
  readonly sessionId: string;
  readonly workspace: Workspace;
  readonly kept: SavedFiles;
  readonly files: SideFiles;
}

export class FileHistory {
  readonly #parts: FileHistoryParts;

  constructor(parts: FileHistoryParts) {
    this.#parts = parts;
  }

  async changes(scope: ChangeScope): Promise<FileChanges> {
    const { differences, notes } = await this.#compare(scope);
    return this.#describe(differences, notes);
  }

  async restore(scope: ChangeScope): Promise<RestoredFiles> {
    const { differences, notes } = await this.#compare(scope);
    const described = await this.#describe(differences, notes);
    const restorable = differences.filter(({ earlier }) => isRestorable(earlier.state));
    const files = await this.#parts.kept.keep(restorable.map(({ path }) => path));
    if (files.length > 0) await this.#parts.history.write({ kind: 'files-kept', by: 'rewind', files }, true);
    const failed: { readonly path: string; readonly why: string }[] = [];
    for (const difference of restorable) {
      try {
        await this.#putBack(difference);
      } catch (error) {
        failed.push({
          path: this.#nameOf(difference.path),
          why: messageOf(error),
        });
      }
    }
    return { ...described, failed };
  }

  async #compare(
    scope: ChangeScope,
  ): Promise<{ readonly differences: readonly Difference[]; readonly notes: readonly string[] }> {
    const { sessionId, kept } = this.#parts;
    const entries = this.#entriesOf(scope);
    const { states, isWhole, notes } = await earlierStates(entries, sessionId, (session, name) =>
      this.#load(session, name),
    );
    const all = new Map(states);
    if (isWhole) {
      const present = await kept.paths().catch(() => ({ paths: [], isCut: true }));
      for (const path of present.paths) if (!all.has(path)) all.set(path, { state: null, session: sessionId });
    }
    const differences: Difference[] = [];
    for (const [path, earlier] of [...all].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const { state: now } = await this.#parts.kept.examine(path);
      if (!isSameState(now, earlier.state)) differences.push({ path, now, earlier });
    }
    return { differences, notes };
  }

  #entriesOf(scope: ChangeScope): readonly FilesKept[] {
    const { kept, begun } = this.#parts.history.facts;
    if ('undo' in scope) return kept.filter(({ by }) => by === 'rewind').slice(-1);
    const keptTurns = new Set([...begun].slice(0, scope.turns ?? 0));
    const from = kept.findIndex(({ turnId }) => turnId !== undefined && !keptTurns.has(turnId));
    return from === -1 ? [] : kept.slice(from);
  }

  async #describe(differences: readonly Difference[], notes: readonly string[]): Promise<FileChanges> {
    const changes: FileChange[] = [];
    const uncovered: { readonly path: string; readonly why: string }[] = [];
    for (const { path, now, earlier } of differences) {
      const name = this.#nameOf(path);
      const { state } = earlier;
      if (state !== null && 'unkept' in state) uncovered.push({ path: name, why: state.unkept });
      else {
        const kind = state === null ? 'created' : now === null ? 'deleted' : 'changed';
        changes.push({ path: name, kind, diff: await this.#diff(name, path, earlier) });
      }
    }
    return { changes, uncovered, notes };
  }

  async #diff(name: string, path: string, earlier: EarlierState): Promise<string> {
    const before = await this.#content(earlier).catch(() => undefined);
    const { bytes: after = Buffer.alloc(0), state } = await this.#parts.kept.examine(path);
    const encodings = [before, after].map((bytes) => (bytes === undefined ? undefined : encodingOf(bytes)));
    const [one, other] = encodings;
    if (before === undefined || one === undefined || other === undefined || (state !== null && 'unkept' in state))
      return '[no text to compare]';
    if (before.equals(after)) return '[only permissions have changed]';
    return wholeDiff(name, one.show(one.decode(before)), other.show(other.decode(after)));
  }

  async #putBack({ path, earlier }: Difference): Promise<void> {
    const { state } = earlier;
    const location = resolvePath(this.#parts.workspace, path, { mustExist: false });
    // Writing through a link would change another file.
    if (location.path !== path) throw new Error('Its path now contains a symbolic link.');
    if (state === null) return inFolderOf(path, async (name) => unlink(name));
    if (!('blob' in state)) return;
    const bytes = await this.#content(earlier);
    await writeAtomically(location, bytes, { signal: new AbortController().signal });
    await inFolderOf(path, (name) => setMode(name, state.mode));
  }

  /** A file that did not exist has no content. */
  async #content({ state, session }: EarlierState): Promise<Buffer> {
    if (state === null || !('blob' in state)) return Buffer.alloc(0);
    const bytes = Buffer.from(await this.#parts.files.read(session, `blob-${state.blob}`));
    if (hashOf(bytes) !== state.blob) throw new Error('The saved copy is damaged.');
    return bytes;
  }

  async #load(session: string, name: string): Promise<Listing | undefined> {
    try {
      return JSON.parse(new TextDecoder().decode(await this.#parts.files.read(session, name)));
    } catch {
      return undefined;
    }
  }

  #nameOf(path: string): string {
    return nameOf(this.#parts.workspace, path);
  }
}

function isRestorable(state: FileState): boolean {
  return state === null || 'blob' in state;
}

/** Its folder is held open: a command may exchange it for a link in the meantime. */
async function inFolderOf(path: string, act: (name: string) => Promise<void>): Promise<void> {
  const folder = await holdFolder(dirname(path), path);
  try {
    await act(await folder.at(basename(path)));
  } finally {
    await folder.close();
  }
}

/** Never through a link. */
async function setMode(path: string, mode: number): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  await handle.chmod(mode).finally(() => handle.close());
}

/** For a session that does not save files. */
export const noChanges: FileChanges = {
  changes: [],
  uncovered: [],
  notes: ['This session does not save the contents of files before they are changed.'],
};

interface KeepingParts {
  readonly history: History;
  /** Absent: the store has no side files, and nothing can be saved. */
  readonly files: SideFiles | undefined;
  readonly header: SessionHeader;
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly approvals: Pick<SessionApprovals, 'rules'>;
}

/** Empty if files are not saved: the session does not ask for it, or its store has no side files. */
export function createFileHistory(
  { history, files, header, workspace, clock, approvals }: KeepingParts,
  isEnabled: boolean,
  parent: { readonly savedFiles?: SavedFiles },
): { readonly savedFiles?: SavedFiles; readonly fileHistory?: FileHistory } {
  if (!isEnabled || files === undefined) return {};
  const { savedFiles } = parent;
  const known = savedFiles === undefined ? {} : { parent: savedFiles };
  const kept = new SavedFiles({ history, files, sessionId: header.id, workspace, clock, approvals, ...known });
  return { savedFiles: kept, fileHistory: new FileHistory({ history, sessionId: header.id, workspace, kept, files }) };
}
