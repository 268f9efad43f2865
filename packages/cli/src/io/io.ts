/** Everything a command touches outside itself. The bin passes the process's own; tests pass theirs. */
import type { Readable, Writable } from 'node:stream';
import type { Interruption } from './exit-codes.ts';

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * When the user stops it (Ctrl-C), and by which signal; the next signal then ends the process at once. For what would
   * run forever, or has to be closed properly. Absent: it is never stopped.
   */
  readonly interrupted?: () => Promise<Interruption>;
}
