/**
 * The placeholders of an open sandbox. They stay until it is closed, so that nothing appears or disappears in the workspace while
 * commands run. Other agents of this user may need the same ones: each notes in its own private folder what it holds, and the last one
 * removes it. Only single names are made and removed, in folders that are held open.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '../is-running.ts';
import { isPlaceholder, type Placeholder, type PlannedMask } from './draw-masks.ts';
import { HeldPlaces, textAt } from './open-place.ts';

/** The names of private folders, with the id of their process. */
export const privateName: RegExp = /^interlock-(\d{1,10})-[A-Za-z0-9]{6}$/;

const notes = 'held';

export class Placeholders {
  readonly #root: string;
  readonly #held = new Map<string, Placeholder>();

  /** `root`: the private folder of this sandbox. */
  constructor(root: string) {
    this.#root = root;
    mkdirSync(join(root, notes), { mode: 0o711 });
    // Others must be able to ask for a note by its name, and for nothing else.
    chmodSync(root, 0o711);
  }

  /** Makes those that are missing. What cannot be made here cannot be made inside either. */
  make(masks: readonly PlannedMask[]): void {
    const wanted = masks.flatMap(({ path, is }) => (is === undefined ? [] : [{ path, is }]));
    for (const { path, is } of wanted) {
      if (this.#held.has(path)) continue;
      this.#held.set(path, is);
      // An empty folder of the user's own stays when the sandbox is closed.
      const isMade = !isPlaceholder(path, is) || notesOf(dirname(this.#root), path).some(({ text }) => text === made);
      writeFileSync(noteOf(this.#root, path), isMade ? made : '', { mode: 0o600 });
    }
    inFolders(
      wanted.filter(({ path, is }) => !isPlaceholder(path, is)),
      (at, { is }) => {
        if (typeof is === 'string') mkdirSync(at);
        else writeFileSync(at, is.text, { flag: 'wx', mode: 0o644 });
      },
    );
  }

  /** Removes those that were made, that nobody else needs and that are still what they were. */
  remove(): void {
    const held = [...this.#held].map(([path, is]) => ({ path, is, isMade: textAt(noteOf(this.#root, path)) === made }));
    this.#held.clear();
    for (const { path } of held) rmSync(noteOf(this.#root, path), { force: true });
    inFolders(
      held.filter(({ isMade }) => isMade),
      (at, { path, is }) => {
        if (!isPlaceholder(at, is) || notesOf(dirname(this.#root), path).some(({ isHeld }) => isHeld)) return;
        if (typeof is === 'string') rmdirSync(at);
        else unlinkSync(at);
      },
    );
  }
}

const made = 'made';

function noteOf(root: string, path: string): string {
  return join(root, notes, createHash('sha256').update(path).digest('hex'));
}

interface Note {
  /** Its agent is running. */
  readonly isHeld: boolean;
  /** Empty also if it belongs to another user. */
  readonly text: string;
}

/** Of all agents, also of those that were killed. */
function notesOf(parent: string, path: string): readonly Note[] {
  return readdirSync(parent).flatMap((name) => {
    const pid = privateName.exec(name)?.[1];
    const note = noteOf(join(parent, name), path);
    return pid === undefined || !existsSync(note) ? [] : [{ isHeld: isRunning(Number(pid)), text: textAt(note) }];
  });
}

/** Failures are ignored: the name is taken, the folder is gone or read-only. What stands there is checked when it is mounted. */
function inFolders<T extends { readonly path: string }>(
  entries: readonly T[],
  act: (at: string, entry: T) => void,
): void {
  const held = new HeldPlaces();
  for (const entry of entries) {
    const folder = held.hold(dirname(entry.path));
    try {
      if (folder !== undefined) act(folder.at(basename(entry.path)), entry);
    } catch {}
  }
  held.close();
}
