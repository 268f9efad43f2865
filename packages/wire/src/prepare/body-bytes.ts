/** The bytes of a body of which most messages were written before: the same as those of `JSON.stringify(body)`. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray } from '../json.ts';
import type { EncodedList } from './encoded-list.ts';

export function bodyBytes(body: JsonObject, key: string, kept: EncodedList): Uint8Array {
  if (!kept.isReused) return new TextEncoder().encode(JSON.stringify(body));
  const pieces: (string | Uint8Array)[] = ['{'];
  for (const [name, value] of Object.entries(body)) {
    pieces.push(`${pieces.length === 1 ? '' : ','}${JSON.stringify(name)}:`);
    if (name === key) pieces.push('[', ...listPieces(asArray(value), kept), ']');
    else pieces.push(JSON.stringify(value));
  }
  pieces.push('}');
  return joined(pieces);
}

/** Runs of entries that are kept, as they are; a system message, a marked copy or a trailing turn is written anew. */
function listPieces(list: readonly JsonValue[], kept: EncodedList): readonly (string | Uint8Array)[] {
  const { entries } = kept;
  const offset = list[0] === entries[0] ? 0 : 1;
  const pieces: (string | Uint8Array)[] = [];
  for (let from = 0; from < list.length; ) {
    let to = from;
    while (to < list.length && list[to] === entries[to - offset]) to += 1;
    if (pieces.length > 0) pieces.push(',');
    if (to > from) pieces.push(kept.bytes(from - offset, to - offset));
    else pieces.push(JSON.stringify(list[from]));
    from = Math.max(to, from + 1);
  }
  return pieces;
}

function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  const all = new Uint8Array(bytes.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const piece of bytes) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
