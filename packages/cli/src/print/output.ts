/** Writes to a stream in order; when the reader closes it, it reports that instead of failing. */
import type { Writable } from 'node:stream';
import type { CommandError } from '../io/command-error.ts';
import { isBrokenPipe, writeFailure } from './write-text.ts';

export interface Output {
  write(text: string): void;
  /** Resolves when more can be written without buffering. */
  drained(): Promise<void>;
  /** Resolves when all is written. Rejects for any failure but a closed reader. */
  done(): Promise<void>;
  /** Resolves when the reader has closed it; never otherwise. */
  readonly gone: Promise<void>;
  isGone(): boolean;
}

export function createOutput(stream: Writable): Output {
  const { promise: gone, resolve: markGone } = Promise.withResolvers<void>();
  let isGone = false;
  let failure: CommandError | undefined;
  let last: Promise<void> = Promise.resolve();
  const finish = (error: Error | null | undefined): void => {
    if (error === null || error === undefined) return;
    isGone = true;
    if (!isBrokenPipe(error)) failure ??= writeFailure(error);
    markGone();
  };
  return {
    gone,
    isGone: () => isGone,
    write: (text) => {
      if (text === '' || isGone) return;
      last = new Promise((resolve) => {
        stream.write(text, (error) => {
          finish(error);
          resolve();
        });
      });
    },
    drained: () => (stream.writableNeedDrain ? last : Promise.resolve()),
    done: async () => {
      await last;
      if (failure !== undefined) throw failure;
    },
  };
}
