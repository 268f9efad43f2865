/**
 * The JSON of a growing list as bytes, in pieces: what was written once is handed out again and never changed, so requests that
 * hold it stay as they were. Pieces are long enough to be sent at once and short enough to be joined with what comes next.
 */
import type { JsonObject } from '@interlock/transcript';

export interface Piece {
  /** The entries it holds, from `from` up to `to`. */
  readonly from: number;
  readonly to: number;
  /** With a comma before each entry but the first of the list. */
  readonly bytes: Uint8Array;
}

const comma = 0x2c;
/** As many entries as are written at once while it is not known how long they are. */
const fewEntries = 64;
const mostBytes = 65_536;
/** A piece is joined with the next while it is no more than this many times as long: else each turn would copy all. */
const mostTimes = 4;

export class KeptPieces {
  readonly #pieces: Piece[] = [];
  #bytes = 0;

  get all(): readonly Piece[] {
    return this.#pieces;
  }

  /** How many entries are kept, from the first. */
  get length(): number {
    return this.#pieces.at(-1)?.to ?? 0;
  }

  /** Keeps the entries up to `to`, too. They must not change any more. */
  extend(entries: readonly JsonObject[], to: number): void {
    for (let from = this.length; from < to; from = this.length) {
      // The first is kept separately: a body may replace it (OAC-016).
      this.#add(write(entries, from, from === 0 ? 1 : Math.min(from + this.#atOnce(), to)));
    }
  }

  /** Turn by turn little is added: without joining, a long session would be sent in crumbs. */
  #add(piece: Piece): void {
    this.#bytes += piece.bytes.length;
    let { from, bytes } = piece;
    for (let last = this.#pieces.at(-1); last !== undefined && isJoined(last, bytes); last = this.#pieces.at(-1)) {
      from = last.from;
      bytes = joined([last.bytes, bytes]);
      this.#pieces.pop();
    }
    this.#pieces.push({ from, to: piece.to, bytes });
  }

  /** How many entries, as long as those before, fill a piece. */
  #atOnce(): number {
    const known = this.length;
    return known < fewEntries ? fewEntries : Math.max(1, Math.floor((mostBytes * known) / this.#bytes));
  }
}

function isJoined({ from, bytes }: Piece, next: Uint8Array): boolean {
  return from > 0 && bytes.length <= mostTimes * next.length && bytes.length + next.length <= mostBytes;
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Written as a list of its own, whose brackets go: the first makes room for the comma. */
function write(entries: readonly JsonObject[], from: number, to: number): Piece {
  const bytes = new TextEncoder().encode(JSON.stringify(entries.slice(from, to)));
  bytes[0] = comma;
  return { from, to, bytes: bytes.subarray(from === 0 ? 1 : 0, -1) };
}
