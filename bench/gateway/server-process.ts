/** A server in a separate process, which says what it has used. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Used {
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

export interface ServerProcess {
  readonly port: number;
  used(): Promise<Used>;
  close(): Promise<void>;
}

const meter = new URL('./meter.ts', import.meta.url).href;

/** `file`: from here. It gets the port and then `args`. */
export async function startServer(file: string, port: number, args: readonly string[]): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
    execArgv: ['--conditions=@interlock/source', '--import', meter],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await listening(child, port);
  return {
    port,
    used: async () => {
      const answer = new Promise<Used>((resolve) => {
        const hear = (message: Used | string): void => {
          if (typeof message === 'string') return;
          child.off('message', hear);
          resolve(message);
        };
        child.on('message', hear);
      });
      child.send('used?');
      return answer;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Portkey does not say when it listens: whoever can be reached does. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server on port ${port} ended with ${child.exitCode}.`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
