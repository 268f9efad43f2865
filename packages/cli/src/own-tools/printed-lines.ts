/** What the tools of the user print: told to whoever listens, and the end of it kept for whoever asks. */
import { plainText } from '../print/plain-text.ts';

const mostKept = 50;

export class PrintedLines {
  readonly #listeners: ((line: string) => void)[] = [];
  #kept: readonly string[] = [];

  get kept(): readonly string[] {
    return this.#kept;
  }

  /** Also what was printed before. */
  listen(listener: (line: string) => void): void {
    for (const line of this.#kept) listener(line);
    this.#listeners.push(listener);
  }

  /** `whose`: what stands before each line. */
  add(whose: string, text: string): void {
    const lines = text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => `${whose}: ${plainText(line)}`);
    this.#kept = [...this.#kept, ...lines].slice(-mostKept);
    for (const line of lines) for (const listener of this.#listeners) listener(line);
  }
}
