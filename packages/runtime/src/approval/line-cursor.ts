/** A position in a command line, and the steps over blanks, comments and operators that every reader of it needs. */

/** The line is left to people. The message says why, to follow "because". */
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

  /** `{`, `}` and `!` mean something only where they are alone. */
  takeReserved(word: string): boolean {
    const after = this.peek(word.length);
    if (!this.looksAt(word) || (after !== '' && !delimiters.includes(after))) return false;
    this.at += word.length;
    return true;
  }

  /** Where a word cannot continue and no redirection begins. */
  atOperator(): boolean {
    return '\n;&|)'.includes(this.peek());
  }

  atDelimiter(): boolean {
    return this.atEnd() || delimiters.includes(this.peek());
  }

  /** Blanks, continued lines and a comment, which can begin only where a word can. */
  skipBlanks(): void {
    for (;;) {
      if (this.take(' ') || this.take('\t')) continue;
      if (this.take('\\\n')) {
        // Shells differ in whether this begins a comment.
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
