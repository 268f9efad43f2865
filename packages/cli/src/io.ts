/** Everything a command touches outside itself. The bin passes the process's own; tests pass theirs. */
import type { Readable, Writable } from 'node:stream';

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When whoever runs it has had enough (Ctrl-C): for what would go on for ever. Absent: nobody ever does. */
  readonly interrupted?: () => Promise<void>;
}
