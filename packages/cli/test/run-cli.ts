/** Runs the command in this process, with real streams, and returns everything it wrote. */
import { Readable, Writable } from 'node:stream';
import { run } from '@interlock/cli';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface EventContext {
  /** The text on standard input. Absent: standard input is a terminal. */
  readonly stdin?: string | Uint8Array;
  /** Standard output is a terminal. */
  readonly terminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export async function runCli(
  args: readonly string[],
  { stdin, terminal, env = {} }: EventContext = {},
): Promise<Outcome> {
  const stdout = new Sink();
  const stderr = new Sink();
  const code = await run(args, {
    stdin: Object.assign(Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]), {
      isTTY: stdin === undefined,
    }),
    stdout: Object.assign(stdout, { isTTY: terminal === true }),
    stderr,
    env,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

class Sink extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
