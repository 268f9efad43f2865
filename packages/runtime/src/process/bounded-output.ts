/** Keeps text of any length in limited memory: its start, its end, and how much was dropped in between. */

export interface KeptOutput {
  readonly head: string;
  /** '' if nothing was dropped. */
  readonly tail: string;
  /** Characters. */
  readonly dropped: number;
}

export class BoundedOutput {
  readonly #half: number;
  #head = '';
  #tail: string[] = [];
  #tailLength = 0;
  #dropped = 0;

  /** `longest`: how many characters to keep, half of them from the start. */
  constructor(longest: number) {
    this.#half = Math.max(1, Math.ceil(longest / 2));
  }

  add(text: string): void {
    const room = this.#half - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    const rest = room > 0 ? text.slice(room) : text;
    if (rest === '') return;
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    // Rarely, so that many small pieces stay linear.
    if (this.#tailLength > 2 * this.#half) this.#cut();
  }

  get kept(): KeptOutput {
    this.#cut();
    const tail = this.#tail.join('');
    if (this.#dropped === 0) return { head: (this.#head + tail).toWellFormed(), tail: '', dropped: 0 };
    return { head: this.#head.toWellFormed(), tail: tail.toWellFormed(), dropped: this.#dropped };
  }

  #cut(): void {
    const excess = this.#tailLength - this.#half;
    if (excess <= 0) return;
    this.#tail = [this.#tail.join('').slice(excess)];
    this.#tailLength = this.#half;
    this.#dropped += excess;
  }
}

export function outputText({ head, tail, dropped }: KeptOutput): string {
  return dropped === 0 ? head : `${head}\n[… ${dropped} characters left out …]\n${tail}`;
}
