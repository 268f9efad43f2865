/** A Node process without a terminal: its output, and how it ends. */
import { spawn } from 'node:child_process';
import process from 'node:process';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly ended: Promise<Ended>;
  signal(name: NodeJS.Signals): void;
  /** Resolves when it has ended. */
  kill(): Promise<void>;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export function startProcess(args: readonly string[], { cwd, env }: ProcessOptions): Running {
  const child = spawn(process.execPath, [...args], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  return {
    ended,
    signal: (name) => void child.kill(name),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
