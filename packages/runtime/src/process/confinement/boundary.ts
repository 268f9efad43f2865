/**
 * What a confined process can access, as plain paths. `draw-boundary.ts` makes one for each start; a mechanism turns it into mounts or
 * a profile. Paths that are not listed can be read but not written.
 */
export interface Boundary {
  /** Writable folders, none inside another. */
  readonly writable: readonly Place[];
  /** What cannot be changed or read, in the order in which it is mounted. */
  readonly masks: readonly Mask[];
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
  /** The system calls that are refused; absent: not known for this processor. */
  readonly filter?: StoredFilter;
}

/** The program of `system-call-filter.ts`, for mechanisms that read a file and for those that are given it. */
export interface StoredFilter {
  readonly file: string;
  readonly hex: string;
}

/**
 * Something that was checked, and is compared after it was mounted: names can be given to something else in between by other
 * confined processes, device and inode cannot.
 */
export interface Place {
  readonly path: string;
  /** `device:inode`, in decimal. */
  readonly id: string;
}

/**
 * Mounted at `path`, so that the name cannot be given to anything else.
 * - `pinned`: a writable folder above another mask, mounted on itself: it cannot be moved aside.
 * - `read-only`: mounted on itself.
 * - `hidden`: replaced by `source`, which has no content.
 * - `link`: a symbolic link, replaced by a device without content.
 */
export interface Mask extends Place {
  readonly how: 'pinned' | 'read-only' | 'hidden' | 'link';
  readonly source: string;
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
