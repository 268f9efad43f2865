/**
 * The JSON of a growing list as bytes, in pieces. Pieces are reused and never changed, so requests that hold them stay valid.
 * They are long enough to be sent efficiently and short enough to be joined with the next.
 */
import type { JsonObject } from '@interlock/transcript';
import { wholeBody } from '../transport/request-body.ts';

export interface Piece {
  /** The entries it holds, from `from` up to `to`. */
  readonly from: number;
  readonly to: number;
  /** With a comma before each entry except the first of the list. */
  readonly bytes: Uint8Array;
}

const comma = 0x2c;
/** How many entries are written at once while their length is unknown. */
const fewEntries = 64;
const mostBytes = 65_536;
/** A piece is joined with the next while it is at most this many times as long: otherwise each turn would copy everything. */
const mostTimes = 4;

export class KeptPieces {
  readonly #pieces: Piece[] = [];
  /** Live: pieces at its end may be joined with what comes next. */
  readonly all: readonly Piece[] = this.#pieces;
  #bytes = 0;

  /** How many entries are kept, from the first. */
  get length(): number {
    return this.#pieces.at(-1)?.to ?? 0;
  }

  /** Keeps the entries up to `to`. They must not change anymore. */
  extend(entries: readonly JsonObject[], to: number): void {
    for (let from = this.length; from < to; from = this.length) {
      // As many entries as fill a piece, if they are as long as the previous ones.
      const most = from < fewEntries ? fewEntries : Math.max(1, Math.floor((mostBytes * from) / this.#bytes));
      // The first is kept separately: a body may replace it (OAC-016).
      this.#add(write(entries, from, from === 0 ? 1 : Math.min(from + most, to)));
    }
  }

  /** Each turn adds little: without joining, a long session would be sent in tiny pieces. */
  #add(piece: Piece): void {
    this.#bytes += piece.bytes.length;
    let { from, bytes } = piece;
    for (let last = this.#pieces.at(-1); last !== undefined && isJoined(last, bytes); last = this.#pieces.at(-1)) {
      from = last.from;
      bytes = wholeBody([last.bytes, bytes]);
      this.#pieces.pop();
    }
    this.#pieces.push({ from, to: piece.to, bytes });
  }
}

function isJoined({ from, bytes }: Piece, next: Uint8Array): boolean {
  return from > 0 && bytes.length <= mostTimes * next.length && bytes.length + next.length <= mostBytes;
}

/** Written as a JSON list without its brackets: the first makes room for the comma. */
function write(entries: readonly JsonObject[], from: number, to: number): Piece {
  const bytes = new TextEncoder().encode(JSON.stringify(entries.slice(from, to)));
  bytes[0] = comma;
  return { from, to, bytes: bytes.subarray(from === 0 ? 1 : 0, -1) };
}
