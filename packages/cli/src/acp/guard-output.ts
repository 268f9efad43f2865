/**
 * Standard output belongs to the protocol: one stray line would break it. Whatever else is written there, by `console.log` or by a module
 * of the user's own, goes to standard error.
 */
import type { Io } from '../io/io.ts';

export interface GuardedOutput {
  /** Resolves when it is written; rejects when nobody reads any more. */
  write(bytes: Uint8Array): Promise<void>;
  release(): void;
}

export function guardOutput({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>): GuardedOutput {
  const own = stdout.write;
  stdout.write = stderr.write.bind(stderr);
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        own.call(stdout, bytes, 'utf8', (error?: Error | null) => (error ? reject(error) : resolve()));
      }),
    release: () => {
      stdout.write = own;
    },
  };
}
