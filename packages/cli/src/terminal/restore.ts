/**
 * Takes the terminal for a program that reads single keys, and gives it back as it was, whatever happens: an ordinary end, a signal, an
 * error no one has caught.
 */

import process from 'node:process';
import { messageOf } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import type { Timer } from './timer.ts';

type Terminal = Pick<Io, 'stdin' | 'stdout' | 'stderr'>;

export interface TakenTerminal {
  /** May be called more than once. */
  restore(): void;
  /** Gives the terminal back to the shell until the process is woken; then `woken` is called. */
  suspend(timer: Timer, woken: () => void): void;
}

export interface Leaving {
  /** Someone wants the process to end: what to return is the usual 128 and the signal's number. A second signal does not wait. */
  signal(exitCode: number): void;
}

/** Bracketed paste. Nothing else is switched on: no mouse, no other screen, no other keyboard protocol. */
const take = '\u001b[?2004h';
/** Also what the drawing may have left in between: an update that has not ended, no wrapping, no cursor, a colour. */
const giveBack = '\u001b[?2026l\u001b[?7h\u001b[?2004l\u001b[?25h\u001b[0m';

/** So long after it should have been stopped it is still running. */
const sleeplessMs = 300;

const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export function takeTerminal(terminal: Terminal, leaving: Leaving): TakenTerminal {
  const { stdout } = terminal;
  let isTaken = false;
  const enter = (): void => {
    isTaken = true;
    setRaw(terminal, true);
    stdout.write(take);
  };
  const giveUp = (): void => {
    if (!isTaken) return;
    isTaken = false;
    setRaw(terminal, false);
    stdout.write(giveBack);
  };
  const fail = (error: unknown): void => {
    giveUp();
    const what = plainText(messageOf(error));
    // Below what was typed; the rest of the prompt goes.
    terminal.stderr.write(`\r\n\u001b[Jinterlock: ${what} (a bug in interlock; please report it)\n`);
    process.exit(3);
  };
  let isLeaving = false;
  const onSignal = (name: NodeJS.Signals): void => {
    const exitCode = signals[name as keyof typeof signals];
    giveUp();
    if (isLeaving) process.exit(exitCode);
    isLeaving = true;
    leaving.signal(exitCode);
  };
  const names = Object.keys(signals) as (keyof typeof signals)[];
  for (const name of names) process.on(name, onSignal);
  process.on('exit', giveUp);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  enter();
  return {
    restore: () => {
      giveUp();
      for (const name of names) process.off(name, onSignal);
      process.off('exit', giveUp);
      process.off('uncaughtException', fail);
      process.off('unhandledRejection', fail);
    },
    suspend: (timer, woken) => {
      giveUp();
      const wake = (): void => {
        process.off('SIGCONT', wake);
        forget();
        enter();
        woken();
      };
      process.on('SIGCONT', wake);
      // Where no shell could wake it, the system does not let it sleep.
      const forget = timer.after(sleeplessMs, wake);
      // The whole group, as the terminal itself does it.
      process.kill(0, 'SIGTSTP');
    },
  };
}

/** Whether single keys can be read at all. */
export function canReadKeys({ stdin, stdout, env }: Io): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && isRawCapable(stdin) && env['TERM'] !== 'dumb';
}

function setRaw({ stdin }: Terminal, isOn: boolean): void {
  try {
    if (isRawCapable(stdin)) stdin.setRawMode(isOn);
  } catch {
    // The terminal has gone away: there is nothing left to restore.
  }
}

function isRawCapable(stdin: Io['stdin']): stdin is Io['stdin'] & { setRawMode(mode: boolean): unknown } {
  return 'setRawMode' in stdin && typeof stdin.setRawMode === 'function';
}
