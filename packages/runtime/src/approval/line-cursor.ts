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

  /** Something else than a word comes before, so that a word, a redirection or a comment can begin here. */
  atWordStart(): boolean {
    return this.at === 0 || ' \t\n;&|('.includes(this.peek(-1));
  }

  /** Ends a word and does not begin a redirection. */
  atOperator(): boolean {
    return '\n;&|)'.includes(this.peek());
  }

  atDelimiter(): boolean {
    return this.atEnd() || delimiters.includes(this.peek());
  }

  /** Skips blanks, continued lines and comments. */
  skipBlanks(): void {
    for (;;) {
      if (this.take(' ') || this.take('\t')) continue;
      if (!this.looksAt('\\\n')) break;
      // Shells disagree on what a continued line does to an operator, a number before a redirection, and a comment.
      if (!' \t'.includes(this.peek(-1)) || this.peek(2) === '#')
        throw new Unparsed('a line is continued without a blank');
      this.at += 2;
    }
    if (this.peek() === '#') this.#skipComment();
  }

  skipLines(): void {
    do this.skipBlanks();
    while (this.take('\n'));
  }

  #skipComment(): void {
    if (!this.atWordStart()) throw new Unparsed('it has an ambiguous comment');
    const end = this.line.indexOf('\n', this.at);
    this.at = end === -1 ? this.line.length : end;
    if (this.peek(-1) === '\\') throw new Unparsed('it has an ambiguous comment');
  }
}
