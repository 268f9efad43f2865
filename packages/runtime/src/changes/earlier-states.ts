/** The state of files at an earlier point of a session, from its records. */
import type { FilesKept } from '../history/session-facts.ts';
import type { FileState } from '../store/session-record.ts';
import type { Listing } from './saved-files.ts';

export interface EarlierState {
  readonly state: FileState;
  /** The session whose side files have the content. */
  readonly session: string;
}

export interface EarlierStates {
  readonly states: ReadonlyMap<string, EarlierState>;
  /** All files of the workspace are included: others that exist now are new. */
  readonly isWhole: boolean;
  /** Sentences that say what could not be saved. */
  readonly notes: readonly string[];
}

/** `sessionId`: the session of these records. `load` reads a listing; undefined if it no longer exists. */
export async function earlierStates(
  entries: readonly FilesKept[],
  sessionId: string,
  load: (session: string, name: string) => Promise<Listing | undefined>,
): Promise<EarlierStates> {
  const states = new Map<string, EarlierState>();
  const notes = new Set<string>();
  let isWhole = false;
  for (const { files, listing: name, uncovered, in: session = sessionId } of entries) {
    const listing = name === undefined ? undefined : await load(session, name);
    if (name !== undefined && listing === undefined) notes.add('A list of files is no longer stored.');
    if (uncovered !== undefined) notes.add(uncovered);
    if (listing?.isCut === true && !isWhole) notes.add('There were more files than are saved before a command.');
    // The first record of a file has its original state.
    for (const { path, state } of [...files, ...(listing?.files ?? [])])
      if (!states.has(path)) states.set(path, { state, session });
    isWhole ||= listing?.isCut === false;
  }
  return { states, isWhole, notes: [...notes] };
}
