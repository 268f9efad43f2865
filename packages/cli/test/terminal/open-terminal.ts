/** A program in a real pseudo-terminal, with a real terminal emulator at its other end: what a person would see. */
import process from 'node:process';
import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { compileCache } from '../../../../test/program/compile-cache.ts';

export interface TerminalOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface OpenTerminal {
  readonly pid: number;
  readonly modes: headless.IModes;
  /** Whether the cursor is shown, and where it is on the screen. */
  readonly cursor: { readonly isShown: boolean; readonly row: number; readonly column: number };
  /** The exit code once the program has ended. */
  readonly ended: Promise<number>;
  /** The rows on the screen, without spaces at their ends and empty rows at the end. */
  screen(): string;
  /** The same with everything that was scrolled away. */
  history(): string;
  /** Everything the program has written, as it came. */
  raw(): string;
  type(text: string): void;
  /** Resolves with the screen as soon as it is so; rejects with the screen as it is when it takes too long. */
  until(condition: RegExp | ((screen: string) => boolean)): Promise<string>;
  resize(cols: number, rows: number): void;
  kill(signal: NodeJS.Signals): void;
  /** Ends the program if it has not ended yet. */
  close(): Promise<void>;
}

/** Only ever reached by a test that fails. */
const patienceMs = 240_000;

export function openTerminal(command: string, args: readonly string[], options: TerminalOptions = {}): OpenTerminal {
  const { cols = 80, rows = 24, env = {}, cwd = process.cwd() } = options;
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5_000 });
  const { PATH = '', HOME = '' } = process.env;
  const pty = spawn(command, [...args], {
    name: env['TERM'] ?? 'xterm-256color',
    cols,
    rows,
    cwd,
    env: { PATH, HOME, LANG: 'C.UTF-8', TERM_PROGRAM: 'vscode', ...compileCache, ...env },
  });
  const pieces: string[] = [];
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watch of [...watchers]) watch();
  };
  // What the terminal answers to questions of the program.
  terminal.onData((text) => pty.write(text));
  pty.onData((text) => {
    pieces.push(text);
    terminal.write(text, look);
  });
  let hasEnded = false;
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      hasEnded = true;
      // Not before all that was written is on the screen.
      terminal.write('', () => {
        resolve(signal === undefined || signal === 0 ? exitCode : 128 + signal);
        look();
      });
    });
  });
  const rowsFrom = (first: number): string => {
    const buffer = terminal.buffer.active;
    const all = Array.from({ length: buffer.baseY + terminal.rows - first }, (_, row) =>
      (buffer.getLine(first + row)?.translateToString(true) ?? '').trimEnd(),
    );
    return all.join('\n').trimEnd();
  };
  const screen = (): string => rowsFrom(terminal.buffer.active.baseY);
  return {
    pid: pty.pid,
    ended,
    get modes() {
      return terminal.modes;
    },
    get cursor() {
      const { cursorX, cursorY } = terminal.buffer.active;
      return { isShown: isCursorShown(pieces.join('')), row: cursorY, column: cursorX };
    },
    screen,
    history: () => rowsFrom(0),
    raw: () => pieces.join(''),
    type: (text) => pty.write(text),
    until: (condition) =>
      new Promise((resolve, reject) => {
        const isSo = (): boolean => (typeof condition === 'function' ? condition(screen()) : condition.test(screen()));
        const finish = (): void => {
          watchers.delete(check);
          clearTimeout(timer);
        };
        const check = (): void => {
          if (!isSo()) return;
          finish();
          resolve(screen());
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error(`The screen never became so: ${String(condition)}\n${screen()}`));
        }, patienceMs);
        watchers.add(check);
        check();
      }),
    resize: (columns, height) => {
      terminal.resize(columns, height);
      pty.resize(columns, height);
    },
    kill: (signal) => pty.kill(signal),
    close: async () => {
      if (!hasEnded) pty.kill('SIGKILL');
      await ended;
      terminal.dispose();
    },
  };
}

/** The emulator does not tell; the last word of the program counts. */
function isCursorShown(raw: string): boolean {
  return raw.lastIndexOf('\u001b[?25l') <= raw.lastIndexOf('\u001b[?25h');
}
