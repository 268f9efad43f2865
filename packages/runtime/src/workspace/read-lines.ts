/** Reads some lines of a text of any size as a stream: only what is returned is kept. */
import { TextDecoder } from 'node:util';
import { cutText } from './bounded-text.ts';
import { wideEncoding } from './text-encoding.ts';

export interface LineRange {
  /** The first line, from 1. */
  readonly offset: number;
  readonly limit: number;
  readonly maxCharacters: number;
  readonly maxLine: number;
  /** Lines are no longer counted after this many bytes. */
  readonly countUntil: number;
  readonly signal: AbortSignal;
}

export interface LinesRead {
  readonly lines: readonly string[];
  /** The line after the last of `lines`, if there is one. */
  readonly next?: number;
  /** Lines of the whole file; absent if it was not read to the end. */
  readonly total?: number;
  /** The numbers of lines that were shortened. */
  readonly shortened: readonly number[];
  /** Some bytes were not text. */
  readonly replaced: boolean;
}

/** An open file, or bytes in memory. */
export interface ByteSource {
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

export function bytesInMemory(bytes: Buffer): ByteSource {
  return {
    read: async (into, offset, length, position) => ({
      bytesRead: bytes.copy(into, offset, position, position + length),
    }),
  };
}

const chunkSize = 256 * 1024;

export async function readLines(source: ByteSource, range: LineRange): Promise<LinesRead> {
  const taker = new LineTaker(range);
  const bytes = Buffer.allocUnsafe(chunkSize);
  let decoder: TextDecoder | undefined;
  for (let position = 0; ; ) {
    range.signal.throwIfAborted();
    const { bytesRead } = await source.read(bytes, 0, chunkSize, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const chunk = bytes.subarray(0, bytesRead);
    decoder ??= new TextDecoder(wideEncoding(chunk) ?? 'utf-8');
    taker.take(decoder.decode(chunk, { stream: true }));
    if (taker.isFull && position > range.countUntil) return taker.result(false);
  }
  taker.take(decoder?.decode() ?? '');
  return taker.result(true);
}

class LineTaker {
  readonly #range: LineRange;
  readonly #lines: string[] = [];
  readonly #shortened: number[] = [];
  #number = 1;
  /** The part of the current line that may be shown. */
  #line = '';
  #lineLength = 0;
  #characters = 0;
  #full = false;
  #replaced = false;

  constructor(range: LineRange) {
    this.#range = range;
  }

  get isFull(): boolean {
    return this.#full;
  }

  take(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#extend(text, from, end);
      this.#endLine();
      from = end + 1;
    }
    this.#extend(text, from, text.length);
  }

  result(isWhole: boolean): LinesRead {
    // Text after the last line break is a line only if it is not empty.
    if (isWhole && this.#lineLength > 0) this.#endLine();
    const next = this.#range.offset + this.#lines.length;
    const total = this.#number - 1;
    return {
      lines: this.#lines,
      ...(this.#full && (!isWhole || next <= total) ? { next } : {}),
      ...(isWhole ? { total } : {}),
      shortened: this.#shortened,
      replaced: this.#replaced,
    };
  }

  #extend(text: string, from: number, to: number): void {
    this.#lineLength += to - from;
    if (this.#full || this.#number < this.#range.offset) return;
    // One more than is shown, for the \r of the line break.
    const room = this.#range.maxLine + 1 - this.#line.length;
    if (room > 0) this.#line += text.slice(from, Math.min(to, from + room));
  }

  #endLine(): void {
    if (!this.#full && this.#number >= this.#range.offset) this.#keep();
    this.#number += 1;
    this.#line = '';
    this.#lineLength = 0;
  }

  #keep(): void {
    const { limit, maxCharacters, maxLine } = this.#range;
    const endsWithReturn = this.#line.length === this.#lineLength && this.#line.endsWith('\r');
    const line = endsWithReturn ? this.#line.slice(0, -1) : this.#line;
    const shown = cutText(line, maxLine);
    this.#full =
      this.#lines.length >= limit || (this.#lines.length > 0 && this.#characters + shown.length > maxCharacters);
    if (this.#full) return;
    if (shown.length < line.length) this.#shortened.push(this.#number);
    this.#replaced ||= shown.includes('\ufffd');
    this.#lines.push(shown);
    this.#characters += shown.length + 1;
  }
}
