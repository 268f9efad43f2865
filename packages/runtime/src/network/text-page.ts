/** Builds text line by line: spaces collapse, at most one blank line, preformatted parts stay unchanged. */

export class TextPage {
  readonly #parts: string[] = [];
  #breaks = 0;
  #isSpaceDue = false;
  #isEmpty = true;
  #lead = '';
  #margin = '';
  #lastMargin = '';

  /** The number of line breaks before the next text; the largest request wins. */
  break(lines: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, lines);
  }

  /** Written before the next text, on a new line; dropped if no text follows. */
  lead(text: string): void {
    this.#lead = text;
  }

  add(text: string): void {
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (/^\s/.test(text)) this.#isSpaceDue = true;
    if (words.length === 0) return;
    this.#put(words.join(' '));
    this.#isSpaceDue = /\s$/.test(text);
  }

  addAsIs(text: string): void {
    if (text === '') return;
    this.#isSpaceDue = false;
    this.#put(text);
  }

  /** Directly after the current text, without pending line breaks or spaces. */
  attach(text: string): void {
    if (!this.#isEmpty) this.#parts.push(text);
  }

  /** Adds text on a new line after preformatted text. */
  endFence(fence: string): void {
    const isAtEnd = /\n(?:> )*$/.test(this.#parts.at(-1) ?? '');
    this.#parts.push(isAtEnd ? '' : `\n${this.#margin}`, fence);
  }

  /** Prefixes every following line: the mark of a quote. */
  set margin(text: string) {
    this.#margin = text;
  }

  get text(): string {
    return this.#parts.join('').trim();
  }

  #put(text: string): void {
    if (!this.#isEmpty && this.#breaks > 0) this.#parts.push(this.#lineEnds());
    else if (!this.#isEmpty && this.#isSpaceDue) this.#parts.push(' ');
    if (this.#isEmpty) this.#parts.push(this.#margin);
    this.#parts.push(this.#lead, this.#margin === '' ? text : text.replaceAll('\n', `\n${this.#margin}`));
    this.#lastMargin = this.#margin;
    this.#lead = '';
    this.#breaks = 0;
    this.#isSpaceDue = false;
    this.#isEmpty = false;
  }

  /** A blank line is quoted only if both its neighbours are. */
  #lineEnds(): string {
    const blank = this.#lastMargin === this.#margin ? this.#margin.trimEnd() : '';
    return this.#breaks === 2 ? `\n${blank}\n${this.#margin}` : `\n${this.#margin}`;
  }
}
