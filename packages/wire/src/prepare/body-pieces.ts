/**
 * The bytes of a body, in pieces that are mostly reused from earlier requests: concatenated they are the bytes of
 * `JSON.stringify(body)`.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray } from '../json/json.ts';
import type { EncodedList } from './encoded-list.ts';

/** `key`: the list's field in the body. */
export function bodyPieces(body: JsonObject, key: string, kept: EncodedList): readonly Uint8Array[] {
  const writing = new Writing();
  let mark = '{';
  for (const [name, value] of Object.entries(body)) {
    writing.text(`${mark}${JSON.stringify(name)}:`);
    mark = ',';
    if (name === key) writeList(writing, asArray(value), kept);
    else writing.text(JSON.stringify(value));
  }
  writing.text('}');
  return writing.end();
}

/** Stored pieces if the body has the same entries; a system message, a marked copy and the last message are written again. */
function writeList(writing: Writing, list: readonly JsonValue[], kept: EncodedList): void {
  const { entries } = kept;
  const offset = list[0] !== entries[0] && list[1] === entries[0] ? 1 : 0;
  writing.text('[');
  let at = 0;
  for (const { from, to, bytes } of kept.pieces((index) => list[index + offset])) {
    if (at < from + offset) writing.text(runText(list, at, from + offset));
    at = from + offset;
    if (!isSame(list, entries, from, to, offset)) continue;
    if (from === 0 && offset > 0) writing.text(',');
    writing.bytes(bytes);
    at = to + offset;
  }
  writing.text(`${runText(list, at, list.length)}]`);
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

/** With a comma before each entry except the first of the list. */
function runText(list: readonly JsonValue[], from: number, to: number): string {
  const run = list.slice(from, to);
  return run.length === 0 ? '' : `${from === 0 ? '' : ','}${JSON.stringify(run).slice(1, -1)}`;
}

/** Collects text, and encodes it as bytes only when stored bytes follow. */
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
