/** Text that grows in lines: spaces run together, blank lines never more than one, preformatted parts as they are. */

export class TextPage {
  readonly #parts: string[] = [];
  #breaks = 0;
  #isSpaceDue = false;
  #isEmpty = true;
  #lead = '';

  /** So many line ends before whatever comes next; the largest wish counts. */
  break(lines: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, lines);
  }

  /** Stands before whatever comes next on a line of its own; nothing comes of it when nothing does. */
  lead(text: string): void {
    this.#lead = text;
  }

  get isAtLineStart(): boolean {
    return this.#isEmpty || this.#breaks > 0;
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

  get text(): string {
    return this.#parts.join('').trim();
  }

  #put(text: string): void {
    if (!this.#isEmpty && this.#breaks > 0) this.#parts.push('\n'.repeat(this.#breaks));
    else if (!this.#isEmpty && this.#isSpaceDue) this.#parts.push(' ');
    this.#parts.push(this.#lead, text);
    this.#lead = '';
    this.#breaks = 0;
    this.#isSpaceDue = false;
    this.#isEmpty = false;
  }
}
