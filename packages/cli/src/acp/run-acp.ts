/** `interlock acp`: the agent inside an editor, over standard input and output, until the editor closes them. */
import { Readable } from 'node:stream';
import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import type { AgentFlags } from '../config/agent-flags.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { createApp } from './create-app.ts';
import { EditorSessions } from './editor-sessions.ts';

/** `flags` apply to every session; the client names the folder of each. */
export async function runAcp(flags: AgentFlags, io: Io): Promise<number> {
  const output = guardOutput(io);
  const sessions = new EditorSessions(flags, io);
  try {
    const connection = createApp(sessions).connect(streamOf(io, output));
    void io.interrupted?.().then(() => connection.close());
    await connection.closed;
    await sessions.closeAll();
  } finally {
    output.release();
  }
  return exitCodes.fine;
}

function streamOf({ stdin }: Io, output: GuardedOutput): Stream {
  const input = Readable.toWeb(stdin) as ReadableStream<Uint8Array>;
  return ndJsonStream(new WritableStream({ write: (bytes) => output.write(bytes) }), input);
}

/**
 * Standard output belongs to the protocol: one stray line would break it. Whatever else is written there, for example by `console.log` in a
 * custom tool, goes to standard error.
 */
interface GuardedOutput {
  /** Resolves when it is written; rejects when the reader is gone. */
  write(bytes: Uint8Array): Promise<void>;
  release(): void;
}

function guardOutput({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>): GuardedOutput {
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
