/**
 * The bytes of a growing list of JSON texts, one after the other with commas between: what was written before is copied, not
 * written again. The buffer doubles when it is full, so a longer list costs what it adds.
 */
import type { JsonObject } from '@interlock/transcript';

const comma = 0x2c;
/** Of one UTF-16 unit in UTF-8. */
const mostBytes = 3;

export class KeptBytes {
  #bytes = new Uint8Array(4096);
  /** Where the text of each entry ends. */
  readonly #ends: number[] = [];

  get length(): number {
    return this.#ends.length;
  }

  add(entry: JsonObject): void {
    const text = JSON.stringify(entry);
    const from = this.#startOf(this.#ends.length);
    this.#reserve(from + text.length * mostBytes);
    if (from > 0) this.#bytes[from - 1] = comma;
    const { written } = new TextEncoder().encodeInto(text, this.#bytes.subarray(from));
    this.#ends.push(from + written);
  }

  truncate(length: number): void {
    if (this.#ends.length > length) this.#ends.length = length;
  }

  /** The entries from `from` up to `to`. A view: valid until the next change. */
  slice(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(this.#startOf(from), this.#ends[to - 1] ?? 0);
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] ?? 0) + 1;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(size, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
