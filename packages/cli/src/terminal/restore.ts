/** Takes over the terminal for a program that reads single keys, and restores it, whatever happens: a normal end, a signal, an uncaught error. */

import process from 'node:process';
import { messageOf } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import type { Timer } from './timer.ts';

type Terminal = Pick<Io, 'stdin' | 'stdout' | 'stderr'>;

export interface TakenTerminal {
  /** May be called more than once. */
  restore(): void;
  /** Gives the terminal back to the shell until the process is resumed; then calls `onResume`. */
  suspend(timer: Timer, onResume: () => void): void;
}

export interface SignalListener {
  /** A signal asks the process to end; the exit code is 128 plus its number. A second signal does not wait. */
  signal(exitCode: number): void;
}

/** Bracketed paste. Nothing else is enabled: no mouse, no alternate screen, no other keyboard protocol. */
const takeSequence = '\u001b[?2004h';
/** Also resets everything that drawing may have changed: an unfinished update, wrapping, the cursor, colours. */
const releaseSequence = '\u001b[?2026l\u001b[?7h\u001b[?2004l\u001b[?25h\u001b[0m';

/** If the process still runs after this time, it could not be suspended. */
const resumeTimeoutMs = 300;

const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export function takeTerminal(terminal: Terminal, listener: SignalListener): TakenTerminal {
  const { stdout } = terminal;
  let isTaken = false;
  const enter = (): void => {
    isTaken = true;
    setRaw(terminal, true);
    stdout.write(takeSequence);
  };
  const release = (): void => {
    if (!isTaken) return;
    isTaken = false;
    setRaw(terminal, false);
    stdout.write(releaseSequence);
  };
  const fail = (error: unknown): void => {
    release();
    const what = plainText(messageOf(error));
    // Below the input; the rest of the prompt is removed.
    terminal.stderr.write(`\r\n\u001b[Jinterlock: ${what} (a bug in interlock; please report it)\n`);
    process.exit(3);
  };
  let isEnding = false;
  const onSignal = (name: NodeJS.Signals): void => {
    const exitCode = signals[name as keyof typeof signals];
    release();
    if (isEnding) process.exit(exitCode);
    isEnding = true;
    listener.signal(exitCode);
  };
  const names = Object.keys(signals) as (keyof typeof signals)[];
  for (const name of names) process.on(name, onSignal);
  process.on('exit', release);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  enter();
  return {
    restore: () => {
      release();
      for (const name of names) process.off(name, onSignal);
      process.off('exit', release);
      process.off('uncaughtException', fail);
      process.off('unhandledRejection', fail);
    },
    suspend: (timer, onResume) => {
      release();
      const wake = (): void => {
        process.off('SIGCONT', wake);
        forget();
        enter();
        onResume();
      };
      process.on('SIGCONT', wake);
      // If no shell could resume it, the system does not suspend it.
      const forget = timer.after(resumeTimeoutMs, wake);
      // The whole process group, as the terminal itself does.
      process.kill(0, 'SIGTSTP');
    },
  };
}

/** Whether single keys can be read. */
export function canReadKeys({ stdin, stdout, env }: Io): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && isRawCapable(stdin) && env['TERM'] !== 'dumb';
}

function setRaw({ stdin }: Terminal, isOn: boolean): void {
  try {
    if (isRawCapable(stdin)) stdin.setRawMode(isOn);
  } catch {
    // The terminal is gone: there is nothing to restore.
  }
}

function isRawCapable(stdin: Io['stdin']): stdin is Io['stdin'] & { setRawMode(mode: boolean): unknown } {
  return 'setRawMode' in stdin && typeof stdin.setRawMode === 'function';
}
