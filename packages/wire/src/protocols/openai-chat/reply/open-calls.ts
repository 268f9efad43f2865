/**
 * Puts the pieces of calls together. Servers disagree on everything here: the index may be missing or always 0, ids and
 * names may be missing, empty, or repeated with every piece, arguments may be an object.
 */
import { type JsonValue, jsonText } from '@interlock/transcript';
import type { ReplyEvent } from '../../../events.ts';
import { asNumber, asObject, asText, parseJson } from '../../../json.ts';

interface OpenCall {
  readonly index: number;
  readonly chunks: string[];
  id: string;
  name: string;
}

interface Piece {
  /** The server's number for the call. */
  readonly number: number | undefined;
  /** Its place in the list it came in. */
  readonly position: number;
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export class OpenCalls {
  readonly #begin: () => number;
  readonly #calls: OpenCall[] = [];
  readonly #byNumber = new Map<number, OpenCall>();
  readonly #byId = new Map<string, OpenCall>();

  constructor(begin: () => number) {
    this.#begin = begin;
  }

  get any(): boolean {
    return this.#calls.length > 0;
  }

  /** A `whole` entry is always a call of its own. */
  read(entry: JsonValue, position: number, whole: boolean): readonly ReplyEvent[] {
    const piece = readPiece(entry, position);
    if (piece === undefined) return [];
    const known = whole ? undefined : this.#find(piece);
    if (known === undefined && piece.id === '' && piece.name === '' && piece.text === '') return [];
    const call = known ?? this.#open(piece);
    // The first id and the first name win.
    call.id ||= piece.id;
    call.name ||= piece.name;
    if (piece.number !== undefined) this.#byNumber.set(piece.number, call);
    if (piece.id !== '' && !this.#byId.has(piece.id)) this.#byId.set(piece.id, call);
    const { index, id: rawId, name } = call;
    const started: readonly ReplyEvent[] = known === undefined ? [{ type: 'call-start', index, rawId, name }] : [];
    return [...started, ...grow(call, piece, entry)];
  }

  /** In the order in which they began. */
  end(): readonly ReplyEvent[] {
    return this.#calls.map(({ index, id: rawId, name, chunks }) => {
      return { type: 'call-end', index, rawId, name, arguments: chunks.join('') };
    });
  }

  #open({ id, name }: Piece): OpenCall {
    const call: OpenCall = { index: this.#begin(), chunks: [], id, name };
    this.#calls.push(call);
    return call;
  }

  #find(piece: Piece): OpenCall | undefined {
    if (piece.number !== undefined) {
      const call = this.#byNumber.get(piece.number);
      return call !== undefined && isAnother(piece, call) ? this.#byId.get(piece.id) : call;
    }
    if (piece.id !== '') return this.#byId.get(piece.id);
    const last = this.#calls.at(-1);
    const begins = piece.name !== '' && (piece.position > 0 || piece.name !== last?.name || isComplete(last));
    return begins ? undefined : last;
  }
}

/** A new id under an old number: another call if it names a tool and the old one has all of its arguments. */
function isAnother({ id, name }: Piece, call: OpenCall): boolean {
  return id !== '' && call.id !== '' && id !== call.id && name !== '' && isComplete(call);
}

function isComplete({ chunks }: OpenCall): boolean {
  if (!chunks.at(-1)?.trimEnd().endsWith('}')) return false;
  return asObject(parseJson(chunks.join(''))) !== undefined;
}

function grow(call: OpenCall, { text }: Piece, entry: JsonValue): readonly ReplyEvent[] {
  // An object is all of the arguments; where it comes again with every piece, it is not added again.
  if (text === '' || (call.chunks.length > 0 && !isTextPiece(entry))) return [];
  call.chunks.push(text);
  return [{ type: 'call-delta', index: call.index, text }];
}

function isTextPiece(entry: JsonValue): boolean {
  return typeof argumentsOf(entry) === 'string';
}

function readPiece(entry: JsonValue, position: number): Piece | undefined {
  const call = asObject(entry);
  if (call === undefined) return undefined;
  const tool = asObject(call['function']) ?? asObject(call['custom']);
  return {
    number: asNumber(call['index']),
    position,
    id: asText(call['id']),
    name: asText(tool?.['name']),
    text: textOf(argumentsOf(entry)),
  };
}

function argumentsOf(entry: JsonValue): JsonValue | undefined {
  const call = asObject(entry);
  return asObject(call?.['function'])?.['arguments'] ?? asObject(call?.['custom'])?.['input'];
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? jsonText(value) : '';
}
