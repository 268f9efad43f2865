/** Writes to a stream and waits until it is written. A reader that closes early (`| head`) is not an error. */
import type { Writable } from 'node:stream';
import { type CommandError, usageError } from '../io/command-error.ts';

export function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined || isBrokenPipe(error)) resolve();
      else reject(writeFailure(error));
    });
  });
}

export function writeFailure({ message }: Error): CommandError {
  return usageError(`The output cannot be written: ${message}`);
}

/** The reader has closed it. */
export function isBrokenPipe(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}
