/**
 * What a confined process can reach, as plain paths: made once for each start by `draw-boundary.ts`, turned into mounts or a profile
 * by whatever confines. Everything that is named nowhere can be read and not written.
 */
export interface Boundary {
  /** Folders that can be written, outer before inner; real and there. */
  readonly writable: readonly string[];
  /** Read-only although they are in a writable folder; real and existing. */
  readonly guarded: readonly string[];
  /** Neither read nor written; real and there. */
  readonly hidden: readonly HiddenPath[];
  /** Stay visible, though the folder they are in (`/tmp`, `/run`) is replaced inside. */
  readonly readable: readonly string[];
  /** Package caches, each over a private folder that takes what is written. */
  readonly caches: readonly PrivateCache[];
  /** What is `/tmp` inside. */
  readonly temp: string;
  /** A folder of ours for whatever the start needs; created for every start. */
  readonly stage: string;
  /** The network of the machine. False: none but loopback, and what `proxy` lets through. */
  readonly network: boolean;
  /** The socket of the proxy that lets allowed hosts through. */
  readonly proxy?: string;
}

export interface HiddenPath {
  readonly path: string;
  readonly isFolder: boolean;
}

export interface PrivateCache {
  readonly path: string;
  /** Takes what is written. */
  readonly upper: string;
  /** Scratch of the overlay. */
  readonly work: string;
}

/** A program and its arguments. */
export interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
}
