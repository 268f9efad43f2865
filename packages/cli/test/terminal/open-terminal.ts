/** A program in a real pseudo-terminal, connected to a real terminal emulator. */
import process from 'node:process';
import { spawn } from '@lydell/node-pty';
import { compileCache } from '../../../../test/program/compile-cache.ts';
import { createEmulator, type Display } from './emulator.ts';

export interface TerminalOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A program at a terminal, and its keyboard. */
export interface Terminal extends Display {
  /** The exit code once the program has ended. */
  readonly ended: Promise<number>;
  type(text: string): void;
  resize(cols: number, rows: number): void;
  /** Ends the program if it has not ended yet. */
  close(): Promise<void>;
}

export interface OpenTerminal extends Terminal {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
}

/** The environment of a program at this terminal. */
export function terminalEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, LANG: 'C.UTF-8', TERM: 'xterm-256color', TERM_PROGRAM: 'vscode', ...compileCache, ...env };
}

export function openTerminal(command: string, args: readonly string[], options: TerminalOptions = {}): OpenTerminal {
  const { cols = 80, rows = 24, env = {}, cwd = process.cwd() } = options;
  const environment = terminalEnvironment(env);
  const pty = spawn(command, [...args], {
    name: environment['TERM'] ?? '',
    cols,
    rows,
    cwd,
    env: environment,
  });
  const emulator = createEmulator({ cols, rows }, (text) => pty.write(text));
  pty.onData((text) => emulator.write(text));
  let hasEnded = false;
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      hasEnded = true;
      const code = signal === undefined || signal === 0 ? exitCode : 128 + signal;
      // Only after everything written is on the screen.
      void emulator.drawn().then(() => resolve(code));
    });
  });
  return {
    ...emulator.display,
    pid: pty.pid,
    ended,
    type: (text: string) => pty.write(text),
    resize: (columns: number, height: number) => {
      emulator.resize({ cols: columns, rows: height });
      pty.resize(columns, height);
    },
    kill: (signal: NodeJS.Signals) => pty.kill(signal),
    close: async () => {
      if (!hasEnded) pty.kill('SIGKILL');
      await ended;
      emulator.dispose();
    },
  };
}
