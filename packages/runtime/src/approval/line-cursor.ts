/** A position in a command line, with the steps over blanks, comments and operators. */

/** The line cannot be parsed safely, so the user decides. The message completes the sentence "because …". */
export class Unparsed extends Error {
  override readonly name = 'Unparsed';
}

const delimiters = ' \t\n;&|<>()';

export class LineCursor {
  readonly line: string;
  at = 0;

  constructor(line: string) {
    this.line = line;
  }

  atEnd(): boolean {
    return this.at >= this.line.length;
  }

  peek(offset = 0): string {
    return this.line.charAt(this.at + offset);
  }

  ahead(length: number): string {
    return this.line.slice(this.at, this.at + length);
  }

  looksAt(text: string): boolean {
    return this.line.startsWith(text, this.at);
  }

  take(text: string): boolean {
    if (!this.looksAt(text)) return false;
    this.at += text.length;
    return true;
  }

  /** `{`, `}` and `!` are special only as separate words. */
  takeReserved(word: string): boolean {
    const after = this.peek(word.length);
    if (!this.looksAt(word) || (after !== '' && !delimiters.includes(after))) return false;
    this.at += word.length;
    return true;
  }

  /** Ends a word and does not begin a redirection. */
  atOperator(): boolean {
    return '\n;&|)'.includes(this.peek());
  }

  atDelimiter(): boolean {
    return this.atEnd() || delimiters.includes(this.peek());
  }

  /** Skips blanks, continued lines and comments. A comment can begin only where a word can. */
  skipBlanks(): void {
    for (;;) {
      if (this.take(' ') || this.take('\t')) continue;
      if (this.take('\\\n')) {
        // Shells disagree on whether this begins a comment.
        if (this.peek() === '#') throw new Unparsed('it has an ambiguous comment');
        continue;
      }
      break;
    }
    if (this.peek() === '#') this.#skipComment();
  }

  skipLines(): void {
    do this.skipBlanks();
    while (this.take('\n'));
  }

  #skipComment(): void {
    const end = this.line.indexOf('\n', this.at);
    this.at = end === -1 ? this.line.length : end;
  }
}
