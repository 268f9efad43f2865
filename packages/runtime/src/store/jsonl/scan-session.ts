/**
 * Scans a session file once without parsing records: which parts have valid lines in which order, and what must be skipped. Memory
 * grows with the damage, not with the file.
 */
import type { FileHandle } from 'node:fs/promises';
import type { SessionHeader } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { checkLine, findLineStarts, formatVersion, ownerTag } from './line-format.ts';
import { type FileLine, readLines } from './read-lines.ts';

/** Adjacent valid lines with consecutive sequence numbers. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

/** A part that is skipped. */
export interface Skip {
  readonly code: 'torn' | 'corrupt' | 'duplicate' | 'foreign';
  readonly firstLine: number;
  readonly lastLine: number;
  readonly from: number;
  readonly to: number;
}

export interface Scan {
  /** Undefined: damaged or missing. */
  readonly header: SessionHeader | undefined;
  /** In the order of their sequence numbers. */
  readonly runs: readonly Run[];
  /** In the order of the file. */
  readonly skips: readonly Skip[];
  /** Lines with records that belong further up. */
  readonly reordered: readonly number[];
  readonly size: number;
  /** Whether the file ends with a line break. */
  readonly ended: boolean;
  readonly lastSequence: number;
  /** The owner tag of its records (`ownerTag`), even if the file was renamed. */
  readonly owner: string;
  /** When the first record was appended. */
  readonly firstAt: number | undefined;
}

export interface ScanOptions {
  /** For error messages. */
  readonly id: string;
  readonly maxLineBytes: number;
  /** A writer is running: it may be about to finish an incomplete last line. */
  readonly hasWriter: boolean;
}

export async function scanSession(handle: FileHandle, options: ScanOptions): Promise<Scan> {
  const { size } = await handle.stat();
  const scanAs = async (owner: string): Promise<Scanner> => {
    const scanner = new Scanner(options, owner);
    for await (const lines of readLines(handle, 0, size, options.maxLineBytes))
      for (const line of lines) scanner.take(line);
    return scanner;
  };
  const scanner = await scanAs(ownerTag(options.id));
  // A renamed file: none of its records belongs to the session in its name.
  const other = scanner.hasOwn ? undefined : scanner.mostForeign;
  return (other === undefined ? scanner : await scanAs(other)).finish(size);
}

type Open<T> = { -readonly [key in keyof T]: T[key] };

class Scanner {
  readonly #options: ScanOptions;
  readonly #runs: Open<Run>[] = [];
  readonly #skips: Open<Skip>[] = [];
  readonly #reordered: number[] = [];
  /** All sequence numbers up to here have been seen; and these beyond. */
  #complete = 0;
  readonly #beyond = new Set<number>();
  #highest = 0;
  /** Where a line must start to continue the last run. */
  #joinAt: number | undefined;
  #header: SessionHeader | undefined;
  #firstAt: number | undefined;
  #line = 0;
  #ended = true;

  readonly #owner: string;
  readonly #foreign = new Map<string, number>();
  hasOwn = false;

  constructor(options: ScanOptions, owner: string) {
    this.#options = options;
    this.#owner = owner;
  }

  /** The owner of most records, other than the session itself. */
  get mostForeign(): string | undefined {
    return [...this.#foreign].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  }

  take(line: FileLine): void {
    const { bytes, offset, length } = line;
    this.#line += 1;
    this.#ended = line.ended;
    if (length === 0) return;
    if (bytes === undefined) this.#skip('corrupt', offset, offset + length);
    else if (!this.#accept(withoutReturn(bytes), offset, nextOf(line))) this.#takeApart(bytes, line);
  }

  finish(size: number): Scan {
    return {
      header: this.#header,
      runs: this.#runs.toSorted((a, b) => a.first - b.first),
      skips: this.#skips,
      reordered: this.#reordered,
      size,
      ended: this.#ended,
      lastSequence: this.#highest,
      owner: this.#owner,
      firstAt: this.#firstAt,
    };
  }

  /** A damaged line. If its line break is damaged, several lines have run together, and the others are valid. */
  #takeApart(bytes: Buffer, line: FileLine): void {
    const starts = [0, ...findLineStarts(bytes)];
    for (const [index, start] of starts.entries()) {
      const from = line.offset + start;
      const end = starts[index + 1];
      if (end !== undefined) {
        const piece = bytes.subarray(start, end);
        // One byte may stand where the line break was.
        if (this.#accept(piece, from, undefined) || this.#accept(piece.subarray(0, -1), from, undefined)) continue;
        this.#skip('corrupt', from, line.offset + end);
      } else if (start === 0 || !this.#accept(withoutReturn(bytes.subarray(start)), from, nextOf(line))) {
        this.#skip(line.ended ? 'corrupt' : 'torn', from, line.offset + bytes.length);
      }
    }
  }

  /** Whether the line is valid, used or not. `next`: where the next line starts; undefined: the line break is missing. */
  #accept(bytes: Buffer, from: number, next: number | undefined): boolean {
    const checked = checkLine(bytes);
    const to = next ?? from + bytes.length;
    if (checked.type === 'corrupt') return false;
    if (checked.type === 'newer') throw newerFormat(this.#options.id, checked.version);
    if (checked.type === 'record') {
      if (this.#isForeign(checked.of)) this.#skip('foreign', from, to);
      else if (this.#isKnown(checked.sequence)) this.#skip('duplicate', from, to);
      else this.#add(checked.sequence, checked.at, from, to, next);
    } else this.#takeHeader(checked.header, from, to);
    return true;
  }

  /** A header with the file's own id takes precedence. */
  #takeHeader(header: SessionHeader, from: number, to: number): void {
    const { id } = this.#options;
    if (this.#header === undefined || (this.#header.id !== id && header.id === id)) this.#header = header;
    else this.#skip(header.id === this.#header.id ? 'duplicate' : 'foreign', from, to);
  }

  /** Older lines have no owner and count as the file's. */
  #isForeign(of: string | undefined): boolean {
    if (of === undefined) return false;
    if (of === this.#owner) this.hasOwn = true;
    else this.#foreign.set(of, (this.#foreign.get(of) ?? 0) + 1);
    return of !== this.#owner;
  }

  #isKnown(sequence: number): boolean {
    return sequence <= this.#complete || this.#beyond.has(sequence);
  }

  #add(sequence: number, at: number, from: number, to: number, next: number | undefined): void {
    this.#firstAt ??= at;
    if (sequence === this.#complete + 1) this.#complete = sequence;
    else this.#beyond.add(sequence);
    const run = this.#runs.at(-1);
    if (run !== undefined && this.#joinAt === from && run.last + 1 === sequence) {
      run.to = to;
      run.last = sequence;
    } else {
      this.#runs.push({ from, to, first: sequence, last: sequence });
      if (sequence < this.#highest) this.#reordered.push(this.#line);
    }
    this.#joinAt = next;
    this.#highest = Math.max(this.#highest, sequence);
  }

  #skip(code: Skip['code'], from: number, to: number): void {
    if (code === 'torn' && this.#options.hasWriter) return;
    const before = this.#skips.at(-1);
    // Adjacent damage is one damage, however many lines it covers. Between two lines there is at most a line break.
    if (before?.code === code && from - before.to <= 2) {
      before.to = to;
      before.lastLine = this.#line;
    } else this.#skips.push({ code, firstLine: this.#line, lastLine: this.#line, from, to });
  }
}

function nextOf({ offset, length, ended }: FileLine): number | undefined {
  return ended ? offset + length + 1 : undefined;
}

/** An editor may have added them; the checksum does not cover them. */
function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes;
}

function newerFormat(id: string, version: number): StoreError {
  return new StoreError(
    'newer-format',
    `Session ${id} was written in format ${version}; this version reads format ${formatVersion}. Nothing was changed.`,
    'Open it with the newer version that wrote it.',
  );
}
