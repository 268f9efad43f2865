/** Everything a command touches outside itself. The bin passes the process's own; tests pass theirs. */
import type { Readable, Writable } from 'node:stream';

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
}
