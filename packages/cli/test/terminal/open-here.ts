/**
 * A program in this process, connected to a terminal emulator. It takes a tenth of the time of a process in a pseudo-terminal, which is
 * only needed where the system is involved: raw mode, signals, a kill, the size of a window.
 */
import { PassThrough, Writable } from 'node:stream';
import type { Io } from '../../src/io/io.ts';
import { createEmulator, type Size } from './emulator.ts';
import { type Terminal, type TerminalOptions, terminalEnvironment } from './open-terminal.ts';

/** Ends with the exit code. */
type Program = (io: Io) => Promise<number>;

export function openHere(program: Program, options: Omit<TerminalOptions, 'cwd'> = {}): Terminal {
  const { cols = 80, rows = 24, env = {} } = options;
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const emulator = createEmulator({ cols, rows }, (text) => stdin.write(text));
  const output = new Screen({ cols, rows }, (text) => emulator.write(text));
  const io = { stdin, stdout: output, stderr: output, env: terminalEnvironment(env) };
  const ended = program(io).finally(() => emulator.drawn());
  // The error is reported where the result is awaited.
  ended.catch(() => {});
  return {
    ...emulator.display,
    ended,
    type: (text: string) => void stdin.write(text),
    resize: (columns: number, height: number) => {
      emulator.resize({ cols: columns, rows: height });
      output.resize({ cols: columns, rows: height });
    },
    close: async () => {
      // As when the terminal is closed.
      stdin.end();
      await ended.catch(() => {});
      emulator.dispose();
    },
  };
}

/** The terminal as the program sees it. */
class Screen extends Writable {
  readonly isTTY = true;
  #size: Size;
  readonly #show: (text: string) => void;

  constructor(size: Size, show: (text: string) => void) {
    super({ decodeStrings: false });
    this.#size = size;
    this.#show = show;
  }

  get columns(): number {
    return this.#size.cols;
  }

  getWindowSize(): [number, number] {
    return [this.#size.cols, this.#size.rows];
  }

  resize(size: Size): void {
    this.#size = size;
    this.emit('resize');
  }

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    // The system's terminal adds the return that `\n` alone does not have.
    this.#show(chunk.toString().replaceAll(/\r?\n/g, '\r\n'));
    done();
  }
}
