/**
 * What is too large for a session's log (whole tool results, images, files) and is kept beside it. Optional: a store
 * that has them says so with `sideFiles`.
 */
export interface SideFiles {
  /** Replaces what has that name. Resolves with where it is, for whoever reads it with a tool. */
  keep(sessionId: string, name: string, data: string | Uint8Array, options?: KeepOptions): Promise<string>;
  read(sessionId: string, name: string): Promise<Uint8Array>;
}

export interface KeepOptions {
  /** Whether it is there even after a power cut, which takes longer. Default: true. A killed process loses nothing either way. */
  readonly sync?: boolean;
}

export interface KeepsSideFiles {
  readonly sideFiles: SideFiles;
}
