/**
 * Assembles calls from chunks. Servers disagree on everything: the index may be missing or always 0, ids and names may be
 * missing, empty, or repeated with every chunk, arguments may be an object.
 */
import type { JsonValue } from '@interlock/transcript';
import { asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import { CallArguments } from './call-arguments.ts';

interface OpenCall {
  readonly index: number;
  readonly args: CallArguments;
  /** The model writes one text: it becomes an object of arguments, piece by piece. */
  readonly freeForm: boolean;
  id: string;
  name: string;
}

interface CallChunk {
  /** The server's number for the call. */
  readonly number: number | undefined;
  /** Its position in the list it came in. */
  readonly position: number;
  readonly id: string;
  readonly name: string;
  readonly args: JsonValue | undefined;
  readonly freeForm: boolean;
}

export class OpenCalls {
  readonly #begin: () => number;
  readonly #calls: OpenCall[] = [];
  readonly #byNumber = new Map<number, OpenCall>();
  readonly #byId = new Map<string, OpenCall>();
  /** The call of the last chunk: only it may hold something back. */
  #held: OpenCall | undefined;

  constructor(begin: () => number) {
    this.#begin = begin;
  }

  get any(): boolean {
    return this.#calls.length > 0;
  }

  /** A `whole` entry is always a separate call. */
  read(entry: JsonValue, position: number, whole: boolean): readonly ReplyEvent[] {
    const chunk = readChunk(entry, position);
    if (chunk === undefined) return [];
    const known = whole ? undefined : this.#find(chunk);
    if (known === undefined && chunk.id === '' && chunk.name === '' && isNothing(chunk.args)) return [];
    const call = known ?? this.#open(chunk);
    // The first id wins.
    call.id ||= chunk.id;
    call.name = foldName(call.name, chunk.name);
    if (chunk.number !== undefined) this.#byNumber.set(chunk.number, call);
    if (chunk.id !== '' && !this.#byId.has(chunk.id)) this.#byId.set(chunk.id, call);
    const { index, id: rawId, name } = call;
    const started: readonly ReplyEvent[] = known === undefined ? [{ type: 'call-start', index, rawId, name }] : [];
    const events = [...this.release(call), ...started, ...delta(index, added(call, chunk))];
    this.#held = call;
    return whole ? [...events, ...this.release()] : events;
  }

  /** Emits what the last call held back, because something else follows. */
  release(next?: OpenCall): readonly ReplyEvent[] {
    const held = this.#held;
    if (held === undefined || held === next) return [];
    this.#held = undefined;
    return delta(held.index, held.args.settle());
  }

  /** In the order in which they began. */
  end(): readonly ReplyEvent[] {
    return this.#calls.flatMap(({ index, id: rawId, name, args, freeForm }): readonly ReplyEvent[] => {
      if (!freeForm) return [{ type: 'call-end', index, rawId, name, arguments: args.text }];
      const close = delta(index, args.add(args.isEmpty ? textBegins + textEnds : textEnds));
      return [...close, { type: 'call-end', index, rawId, name, arguments: args.text, freeForm }];
    });
  }

  #open({ id, name, freeForm }: CallChunk): OpenCall {
    const call: OpenCall = { index: this.#begin(), args: new CallArguments(), freeForm, id, name };
    this.#calls.push(call);
    return call;
  }

  #find(chunk: CallChunk): OpenCall | undefined {
    if (chunk.number !== undefined) {
      const call = this.#byNumber.get(chunk.number);
      if (call === undefined) return this.#underOtherNumber(chunk);
      return isAnother(chunk, call) ? this.#byId.get(chunk.id) : call;
    }
    if (chunk.id !== '') return this.#byId.get(chunk.id);
    const last = this.#calls.at(-1);
    const begins = chunk.name !== '' && (chunk.position > 0 || chunk.name !== last?.name || last.args.isComplete);
    return begins ? undefined : last;
  }

  /** One call under several numbers: a chunk that only its id assigns, or all of it again. */
  #underOtherNumber({ id, name, args }: CallChunk): OpenCall | undefined {
    const call = id === '' ? undefined : this.#byId.get(id);
    if (call === undefined || name === '') return call;
    return name === call.name && typeof args === 'string' && call.args.isRepeatedBy(args) ? call : undefined;
  }
}

/** `freeFormArguments` as JSON, around the text. */
const textBegins = '{"input":"';
const textEnds = '"}';

/** What a chunk adds to the arguments. Free text is escaped, so that the pieces are parts of one JSON text. */
function added({ args, freeForm }: OpenCall, chunk: CallChunk): string {
  if (!freeForm) return args.add(chunk.args);
  const piece = JSON.stringify(asText(chunk.args)).slice(1, -1);
  return piece === '' ? '' : args.add(args.isEmpty ? textBegins + piece : piece);
}

/** Another call under the number of one with complete arguments; it must name its tool. */
function isAnother({ id, name, args }: CallChunk, call: OpenCall): boolean {
  if (name === '' || (id !== '' && id === call.id)) return false;
  const otherId = id !== '' && call.id !== '';
  if (otherId && call.freeForm) return true;
  if (otherId && name !== call.name && call.args.isEmpty) return true;
  if (!call.args.isComplete) return false;
  if (otherId) return true;
  if (name !== call.name) return true;
  // The name may be repeated with every chunk.
  return !call.args.isPlaceholder && typeof args === 'string' && args.trim() !== '' && !call.args.isRepeatedBy(args);
}

/** Names come once, are repeated with every chunk, or come in chunks. */
function foldName(name: string, chunk: string): string {
  if (chunk === '' || name === chunk) return name;
  return chunk.startsWith(name) ? chunk : name + chunk;
}

function delta(index: number, text: string): readonly ReplyEvent[] {
  return text === '' ? [] : [{ type: 'call-delta', index, text }];
}

function isNothing(args: JsonValue | undefined): boolean {
  return args === undefined || args === null || args === '';
}

function readChunk(entry: JsonValue, position: number): CallChunk | undefined {
  const call = asObject(entry);
  if (call === undefined) return undefined;
  const named = asObject(call['function']);
  const custom = named === undefined ? asObject(call['custom']) : undefined;
  const tool = named ?? custom;
  return {
    number: asNumber(call['index']),
    position,
    id: asText(call['id']),
    name: asText(tool?.['name']),
    args: named?.['arguments'] ?? custom?.['input'],
    freeForm: custom !== undefined,
  };
}
