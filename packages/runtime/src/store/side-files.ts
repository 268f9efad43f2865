/**
 * What is too large for a session's log (complete tool results, images, files), stored next to it. Optional: a store that has them has
 * the property `sideFiles`.
 */
export interface SideFiles {
  /** Replaces a file of that name. Resolves with its path, so that a tool can read it. */
  keep(sessionId: string, name: string, data: string | Uint8Array, options?: KeepOptions): Promise<string>;
  read(sessionId: string, name: string): Promise<Uint8Array>;
  /** Absent: each session stores its own contents. */
  readonly linked?: LinkedFiles;
}

/** Side files named `blob-` and the SHA-256 of their content, shared by sessions; each is deleted with its last session. */
export interface LinkedFiles {
  /** Adds the content with this hash to this session. False: it does not exist and must be stored. */
  adopt(sessionId: string, hash: string): Promise<boolean>;
  /** The contents that were last found in the files of the session's workspace. */
  readFingerprints(sessionId: string): Promise<FileFingerprints>;
  writeFingerprints(sessionId: string, fingerprints: FileFingerprints): Promise<void>;
}

/** By path. */
export type FileFingerprints = ReadonlyMap<string, FingerprintedContent>;

export interface FingerprintedContent {
  /** Identifies a state of a file: a different value means that it may have changed. */
  readonly fingerprint: string;
  readonly hash: string;
}

export interface KeepOptions {
  /** Whether it must survive a power failure, which takes longer. Default: true. A killed process loses nothing either way. */
  readonly sync?: boolean;
}

export interface KeepsSideFiles {
  readonly sideFiles: SideFiles;
}
