/** Text that grows in lines: spaces run together, blank lines never more than one, preformatted parts as they are. */

export class TextPage {
  readonly #parts: string[] = [];
  #breaks = 0;
  #isSpaceDue = false;
  #isEmpty = true;
  #lead = '';
  #margin = '';
  #lastMargin = '';

  /** So many line ends before whatever comes next; the largest wish counts. */
  break(lines: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, lines);
  }

  /** Stands before whatever comes next on a line of its own; nothing comes of it when nothing does. */
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

  /** Right behind what is there, whatever line ends or spaces were wished for. */
  attach(text: string): void {
    if (!this.#isEmpty) this.#parts.push(text);
  }

  /** On a line of its own behind what is preformatted. */
  endFence(fence: string): void {
    const isAtEnd = /\n(?:> )*$/.test(this.#parts.at(-1) ?? '');
    this.#parts.push(isAtEnd ? '' : `\n${this.#margin}`, fence);
  }

  /** Begins every line from here on: the sign of a quotation. */
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

  /** A blank line belongs to a quotation only when both its neighbours do. */
  #lineEnds(): string {
    const blank = this.#lastMargin === this.#margin ? this.#margin.trimEnd() : '';
    return this.#breaks === 2 ? `\n${blank}\n${this.#margin}` : `\n${this.#margin}`;
  }
}
