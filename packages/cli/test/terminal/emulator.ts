/** A terminal emulator without a window. It shows what a person would see of a program's output. */
import headless from '@xterm/headless';
import { patienceMs } from '../../../../test/program/until.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** The visible output of a program, in this process or in another one. */
export interface Display {
  modes(): headless.IModes;
  /** Whether the cursor is shown, and where it is on the screen. */
  cursor(): { readonly isShown: boolean; readonly row: number; readonly column: number };
  /** The rows on the screen, without spaces at their ends and empty rows at the end. */
  screen(): string;
  /** The same, including the scrollback. */
  history(): string;
  /** All bytes that the program has written. */
  raw(): string;
  /** Resolves with the screen as soon as the condition holds; rejects with the screen after a time limit. */
  until(condition: RegExp | ((screen: string) => boolean)): Promise<string>;
}

export interface Emulator {
  readonly display: Display;
  /** What the program writes. */
  write(text: string): void;
  /** Resolves when everything written so far is on the screen. */
  drawn(): Promise<void>;
  resize(size: Size): void;
  dispose(): void;
}

/** `answer`: receives the terminal's replies to queries of the program. */
export function createEmulator({ cols, rows }: Size, answer: (text: string) => void): Emulator {
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5_000 });
  const pieces: string[] = [];
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watch of [...watchers]) watch();
  };
  terminal.onData(answer);
  const rowsFrom = (first: number): string => {
    const buffer = terminal.buffer.active;
    const all = Array.from({ length: buffer.baseY + terminal.rows - first }, (_, row) =>
      (buffer.getLine(first + row)?.translateToString(true) ?? '').trimEnd(),
    );
    return all.join('\n').trimEnd();
  };
  const screen = (): string => rowsFrom(terminal.buffer.active.baseY);
  const until = (condition: RegExp | ((screen: string) => boolean)): Promise<string> =>
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
    });
  return {
    display: {
      modes: () => terminal.modes,
      cursor: () => {
        const { cursorX, cursorY } = terminal.buffer.active;
        return { isShown: isCursorShown(pieces.join('')), row: cursorY, column: cursorX };
      },
      screen,
      history: () => rowsFrom(0),
      raw: () => pieces.join(''),
      until,
    },
    write: (text) => {
      pieces.push(text);
      terminal.write(text, look);
    },
    drawn: () =>
      new Promise((resolve) => {
        terminal.write('', () => {
          resolve();
          look();
        });
      }),
    resize: (size) => terminal.resize(size.cols, size.rows),
    dispose: () => terminal.dispose(),
  };
}

/** The emulator does not report this, so the program's last sequence decides. */
function isCursorShown(raw: string): boolean {
  return raw.lastIndexOf('\u001b[?25l') <= raw.lastIndexOf('\u001b[?25h');
}
