/**
 * What is too large for a session's log (complete tool results, images, files) and is stored next to it. Optional: a
 * store that has them says so with `sideFiles`.
 */
export interface SideFiles {
  /** Replaces a file of that name. Resolves with its path, so that a tool can read it. */
  keep(sessionId: string, name: string, data: string | Uint8Array, options?: KeepOptions): Promise<string>;
  read(sessionId: string, name: string): Promise<Uint8Array>;
  /** Absent: each session stores its own contents. */
  readonly linked?: LinkedFiles;
}

/** Side files named `blob-` and the SHA-256 of their content, which sessions have in common; each goes with the last that keeps it. */
export interface LinkedFiles {
  /** Makes the one with this hash a side file of this session, too. False: it is not there, and has to be kept. */
  adopt(sessionId: string, hash: string): Promise<boolean>;
  /** What was last found in the files of the session's workspace. */
  readSigns(sessionId: string): Promise<FileSigns>;
  writeSigns(sessionId: string, signs: FileSigns): Promise<void>;
}

/** By path. */
export type FileSigns = ReadonlyMap<string, SignedContent>;

export interface SignedContent {
  /** Of a file as it was: a different one means that it may have changed. */
  readonly sign: string;
  readonly hash: string;
}

export interface KeepOptions {
  /** Whether it is there even after a power cut, which takes longer. Default: true. A killed process loses nothing either way. */
  readonly sync?: boolean;
}

export interface KeepsSideFiles {
  readonly sideFiles: SideFiles;
}
