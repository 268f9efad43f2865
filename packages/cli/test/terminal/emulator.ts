/** A terminal emulator without a window: what a person would see of the bytes that a program writes. */
import headless from '@xterm/headless';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** What can be seen of a program, whether it runs in a separate process or in this one. */
export interface Display {
  modes(): headless.IModes;
  /** Whether the cursor is shown, and where it is on the screen. */
  cursor(): { readonly isShown: boolean; readonly row: number; readonly column: number };
  /** The rows on the screen, without spaces at their ends and empty rows at the end. */
  screen(): string;
  /** The same with everything that was scrolled away. */
  history(): string;
  /** Everything the program has written, as it came. */
  raw(): string;
  /** Resolves with the screen as soon as it is so; rejects with the screen as it is when it takes too long. */
  until(condition: RegExp | ((screen: string) => boolean)): Promise<string>;
}

export interface Emulator {
  readonly display: Display;
  /** What the program writes. */
  write(text: string): void;
  /** When all that was written so far is on the screen. */
  drawn(): Promise<void>;
  resize(size: Size): void;
  dispose(): void;
}

/** Only ever reached by a test that fails. */
const patienceMs = 240_000;

/** `answer` takes what the terminal replies to questions of the program. */
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

/** The emulator does not tell; the last word of the program counts. */
function isCursorShown(raw: string): boolean {
  return raw.lastIndexOf('\u001b[?25l') <= raw.lastIndexOf('\u001b[?25h');
}
