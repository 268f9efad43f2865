/** Streams whose text a test can read, and that can fail like a closed pipe. */
import { Readable, Writable } from 'node:stream';
import type { Interruption } from '../../src/io/exit-codes.ts';
import type { Io } from '../../src/io/io.ts';

export class Sink extends Writable {
  readonly isTTY: boolean;
  readonly #chunks: Buffer[] = [];
  /** Called at every write. A returned error fails the write, as the system would. */
  onWrite: (text: string) => Error | undefined = () => undefined;

  constructor(isTTY = false) {
    super();
    this.isTTY = isTTY;
    this.on('error', () => {});
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const error = this.onWrite(chunk.toString());
    if (error === undefined) this.#chunks.push(chunk);
    done(error ?? null);
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

export function brokenPipe(): Error {
  return Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
}

export interface Streams {
  readonly io: Io;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Interrupts the program, as a signal would. */
  readonly interrupt: (by: Interruption) => void;
}

export function createStreams(options: { readonly terminal?: boolean; readonly stdin?: string } = {}): Streams {
  const stdout = new Sink(options.terminal === true);
  const stderr = new Sink();
  const { promise, resolve } = Promise.withResolvers<Interruption>();
  const stdin = Object.assign(Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]), {
    isTTY: options.stdin === undefined,
  });
  return { io: { stdin, stdout, stderr, env: {}, interrupted: () => promise }, stdout, stderr, interrupt: resolve };
}
