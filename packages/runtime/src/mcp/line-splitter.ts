/** Splits bytes into lines in linear time, however they are chunked; a line that is too long is refused. */

export class LineSplitter {
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The lines that are now complete. Throws if the incomplete line is too long; none of it is kept. */
  push(bytes: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      this.#keep(bytes.subarray(from, end));
      lines.push(this.#take());
      from = end + 1;
    }
    this.#keep(bytes.subarray(from));
    return lines;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#longest) {
      this.#drop();
      throw new RangeError(`a line is longer than ${this.#longest} bytes`);
    }
    this.#parts.push(part);
  }

  #take(): string {
    const line = Buffer.concat(this.#parts).toString('utf8');
    this.#drop();
    return line;
  }

  #drop(): void {
    this.#parts = [];
    this.#length = 0;
  }
}
