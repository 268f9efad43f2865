/** Everything a command touches outside itself. The bin passes the process's own; tests pass theirs. */
import type { Readable, Writable } from 'node:stream';
import type { Interruption } from './exit-codes.ts';

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * When whoever runs it has had enough (Ctrl-C), and by which signal; the next signal then ends the process at once. For what would
   * go on for ever, or has to be left in order. Absent: nobody ever does.
   */
  readonly interrupted?: () => Promise<Interruption>;
}
