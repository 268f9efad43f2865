/** A stream that is written to in order, and that says when no one reads it any more instead of failing. */
import type { Writable } from 'node:stream';
import type { CommandError } from '../io/command-error.ts';
import { isBrokenPipe, writeFailure } from './write-text.ts';

export interface Output {
  write(text: string): void;
  /** When there is room again. */
  drained(): Promise<void>;
  /** When all is out. Rejects where it could not be written for another reason than that the reader left. */
  done(): Promise<void>;
  /** Resolves when the reader has left; never otherwise. */
  readonly gone: Promise<void>;
  isGone(): boolean;
}

export function createOutput(stream: Writable): Output {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  let isGone = false;
  let failure: CommandError | undefined;
  let last: Promise<void> = Promise.resolve();
  const finish = (error: Error | null | undefined): void => {
    if (error === null || error === undefined) return;
    isGone = true;
    if (!isBrokenPipe(error)) failure ??= writeFailure(error);
    leave();
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
