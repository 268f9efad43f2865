/** Everything a command uses outside itself. The program passes the streams of the process; tests pass their own. */
import type { Readable, Writable } from 'node:stream';
import type { Interruption } from './exit-codes.ts';

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Resolves with the signal when the user stops it (Ctrl-C); the next signal then ends the process at once. For commands that run forever
   * or have to clean up. Absent: it is never stopped.
   */
  readonly interrupted?: () => Promise<Interruption>;
}
