/**
 * What a confined process can access, as plain paths. `draw-boundary.ts` makes one for each start; a mechanism turns it into mounts or
 * a profile. Paths that are not listed can be read but not written.
 */
export interface Boundary {
  /** Writable folders, outer before inner; real and existing. */
  readonly writable: readonly string[];
  /** Read-only inside a writable folder; real and existing. */
  readonly guarded: readonly string[];
  /** Neither readable nor writable; real and existing. */
  readonly hidden: readonly HiddenPath[];
  /** Stay visible although their folder (`/tmp`, `/run`) is replaced inside. */
  readonly readable: readonly string[];
  /** Package caches, each with a private folder that receives the writes. */
  readonly caches: readonly PrivateCache[];
  /** The folder that is `/tmp` inside. */
  readonly temp: string;
  /** A folder for what the start needs; created for every start. */
  readonly stage: string;
  /** Whether the machine's network is available. False: only loopback and what `proxy` allows. */
  readonly network: boolean;
  /** The socket of the proxy for allowed hosts. */
  readonly proxy?: string;
}

export interface HiddenPath {
  readonly path: string;
  readonly isFolder: boolean;
}

export interface PrivateCache {
  readonly path: string;
  /** Receives the writes. */
  readonly upper: string;
  /** Work folder of the overlay. */
  readonly work: string;
}

/** A program and its arguments. */
export interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
}
