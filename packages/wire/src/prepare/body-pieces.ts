/**
 * The bytes of a body of which most entries were written before, in pieces: one after the other they are the bytes of
 * `JSON.stringify(body)`.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray } from '../json/json.ts';
import type { EncodedList } from './encoded-list.ts';

/** `key`: where the list is in the body. `start`: entries that come before those of the list and after a system message. */
export function bodyPieces(
  body: JsonObject,
  key: string,
  kept: EncodedList,
  start: readonly Uint8Array[],
): readonly Uint8Array[] {
  const writing = new Writing();
  let mark = '{';
  for (const [name, value] of Object.entries(body)) {
    writing.text(`${mark}${JSON.stringify(name)}:`);
    mark = ',';
    if (name === key) writeList(writing, asArray(value), kept, start);
    else writing.text(JSON.stringify(value));
  }
  writing.text('}');
  return writing.end();
}

/** Stored pieces if the body has the same entries; a system message, a marked copy or the last message is rewritten. */
function writeList(
  writing: Writing,
  list: readonly JsonValue[],
  kept: EncodedList,
  start: readonly Uint8Array[],
): void {
  const { entries } = kept;
  const offset = list[0] !== entries[0] && list[1] === entries[0] ? 1 : 0;
  const first = start.length > 0 ? -1 : 0;
  writing.text('[');
  let at = 0;
  if (start.length > 0) {
    at = offset;
    if (offset > 0) writing.text(`${runText(list, 0, offset, 0)},`);
    for (const piece of start) writing.bytes(piece);
  }
  for (const { from, to, bytes } of kept.pieces((index) => list[index + offset])) {
    if (at < from + offset) writing.text(runText(list, at, from + offset, first));
    at = from + offset;
    if (!isSame(list, entries, from, to, offset)) continue;
    if (from === 0 && offset > first) writing.text(',');
    writing.bytes(bytes);
    at = to + offset;
  }
  writing.text(`${runText(list, at, list.length, first)}]`);
}

function isSame(
  list: readonly JsonValue[],
  entries: readonly JsonObject[],
  from: number,
  to: number,
  offset: number,
): boolean {
  for (let index = from; index < to; index += 1) if (list[index + offset] !== entries[index]) return false;
  return true;
}

/** With a comma before each entry but the `first` of all. */
function runText(list: readonly JsonValue[], from: number, to: number, first: number): string {
  const run = list.slice(from, to);
  return run.length === 0 ? '' : `${from === first ? '' : ','}${JSON.stringify(run).slice(1, -1)}`;
}

/** Text that is written piece by piece becomes bytes only where kept ones come between. */
class Writing {
  readonly #pieces: Uint8Array[] = [];
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  bytes(bytes: Uint8Array): void {
    if (this.#text !== '') this.#pieces.push(new TextEncoder().encode(this.#text));
    this.#text = '';
    this.#pieces.push(bytes);
  }

  end(): readonly Uint8Array[] {
    if (this.#text !== '') this.#pieces.push(new TextEncoder().encode(this.#text));
    return this.#pieces;
  }
}
