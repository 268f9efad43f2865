/** Lines found in one file, collected in the same form from our own search and from ripgrep. */
import { cutText } from '../workspace/bounded-text.ts';

export interface Hit {
  readonly line: number;
  readonly text: string;
  readonly isMatch: boolean;
}

export interface FileHits {
  /** The name given to the search. */
  readonly path: string;
  readonly hits: readonly Hit[];
  readonly matches: number;
  /** There is at least one more match. */
  readonly more: boolean;
}

export class HitCollector {
  readonly #limit: number;
  readonly #context: number;
  readonly #hits: Hit[] = [];
  #matches = 0;
  #lastMatch = 0;
  #more = false;

  constructor(limit: number, context: number) {
    this.#limit = limit;
    this.#context = context;
  }

  /** The rest of the file does not matter. */
  get isFull(): boolean {
    return this.#more;
  }

  /** `start`: where in the line the match starts; absent for a context line. Lines come in order. */
  add(line: number, text: string, start?: number): void {
    if (this.#more) return;
    if (start === undefined) {
      const follows = line > this.#lastMatch && line <= this.#lastMatch + this.#context && this.#matches > 0;
      if (follows || this.#matches < this.#limit) this.#hits.push({ line, text: showLine(text, 0), isMatch: false });
      return;
    }
    if (this.#matches >= this.#limit) {
      this.#more = true;
      return;
    }
    this.#matches += 1;
    this.#lastMatch = line;
    this.#hits.push({ line, text: showLine(text, start), isMatch: true });
  }

  result(path: string): FileHits {
    return { path, hits: this.#hits, matches: this.#matches, more: this.#more };
  }
}

const longestLine = 400;
const lead = 100;

/** The line, or the part around `start` if it is long. */
export function showLine(text: string, start: number): string {
  if (text.length <= longestLine) return text;
  const from = start + lead < longestLine ? 0 : start - lead;
  const shown = cutText(text.slice(from).replace(/^[\udc00-\udfff]/, ''), longestLine);
  const rest = from + longestLine < text.length ? '…' : '';
  return `${from > 0 ? '…' : ''}${shown}${rest} [line of ${text.length} characters]`;
}
