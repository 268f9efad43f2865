/**
 * The clean start of a history as the JSON of its messages, written without an object for any of them. One message of each form
 * is parsed again and checked by the protocol's rules; the others differ from it only in values that were verified one by one.
 */
import {
  type Block,
  type CleanStart,
  type Content,
  canonicalSuffix,
  type JsonObject,
  type ToolCallBlock,
} from '@interlock/transcript';
import type { Message } from '../../shape/message.ts';
import { sizeOfValue } from '../../shape/size.ts';
import { type MessageForm, type MessageForms, NoForm, valuesOfCall, valuesOfResult } from './message-forms.ts';

/** How much text is encoded at once. */
const pieceLength = 65_536;

export class WrittenStart {
  /** Total characters, as the shaper counts them. */
  readonly size: number;
  /** The messages in order, separated by commas. */
  readonly pieces: readonly Uint8Array[];
  readonly #samples: Samples;
  #entries: readonly JsonObject[] | undefined;
  readonly #sampled = new Map<Message['role'], readonly JsonObject[]>();

  constructor(contents: readonly Content[], start: CleanStart, forms: MessageForms) {
    const writer = new StartWriter(forms, start);
    for (let at = start.system; at < start.length; ) at = writer.write(contents, at);
    this.size = writer.size;
    this.pieces = writer.end();
    this.#samples = writer.samples;
  }

  /** All messages, parsed on demand. */
  get entries(): readonly JsonObject[] {
    this.#entries ??= readEntries(this.pieces.map((piece) => new TextDecoder().decode(piece)).join(''));
    return this.#entries;
  }

  /** A short conversation with a message of each form that was written, to be followed by `next`. */
  sampleBefore(next: Message['role']): readonly JsonObject[] {
    const known = this.#sampled.get(next) ?? this.#sample(next);
    this.#sampled.set(next, known);
    return known;
  }

  #sample(next: Message['role']): readonly JsonObject[] {
    const { message, answer, exchanges } = this.#samples;
    const texts = [message, ...(answer === '' ? [] : [answer, message]), ...exchanges.values()];
    if (next === 'user') texts.push(answer);
    return readEntries(texts.join('').slice(1));
  }
}

function readEntries(json: string): readonly JsonObject[] {
  return JSON.parse(`[${json}]`) as readonly JsonObject[];
}

/** The first message of each form as it was written, each preceded by a comma; '' if there was none. */
interface Samples {
  message: string;
  answer: string;
  /** Calls with their results, by the form of the calls. */
  readonly exchanges: Map<MessageForm, string>;
}

class StartWriter {
  readonly samples: Samples = { message: '', answer: '', exchanges: new Map() };
  size = 0;
  readonly #forms: MessageForms;
  readonly #ids: readonly string[];
  readonly #pieces: Uint8Array[] = [];
  /** The values of the message being written, and of the results of its calls. */
  readonly #values: string[] = [];
  readonly #answers: string[] = [];
  #calls = 0;
  #text = '';

  constructor(forms: MessageForms, { ids }: CleanStart) {
    this.#forms = forms;
    this.#ids = ids;
  }

  /** Writes the group that starts at `at`, and returns where the next one starts. */
  write(contents: readonly Content[], at: number): number {
    if (this.#text.length > pieceLength) this.#flush();
    const content = contents[at];
    const blocks = content?.blocks ?? [];
    const first = blocks[0]?.type === 'text' ? 1 : 0;
    if (first === 1) this.#values[0] = this.#textOf(blocks[0]);
    const count = blocks.length - first;
    if (count > 0) return this.#exchange(contents, at, first, count);
    if (content?.speaker === 'human') {
      const written = filled(this.#forms.message, this.#values);
      this.samples.message ||= written;
      this.#text += written;
    } else {
      const written = filled(this.#forms.answer, this.#values);
      this.samples.answer ||= written;
      this.#text += written;
    }
    return at + 1;
  }

  end(): readonly Uint8Array[] {
    this.#flush();
    return this.#pieces;
  }

  #exchange(contents: readonly Content[], at: number, first: number, count: number): number {
    const form = this.#forms.calls(first === 1, count);
    const blocks = contents[at]?.blocks ?? [];
    for (let call = 0; call < count; call += 1) this.#addCall(blocks[first + call], call, first, form);
    let end = at + 1;
    for (let answered = 0; answered < count; end += 1) {
      for (const block of contents[end]?.blocks ?? []) {
        this.#answers[answered * valuesOfResult + 2] = this.#result(block);
        answered += 1;
      }
    }
    const written = filled(form, this.#values) + filled(this.#forms.results(count), this.#answers);
    if (!this.samples.exchanges.has(form)) this.samples.exchanges.set(form, written);
    this.#text += written;
    return end;
  }

  #addCall(block: Block | undefined, call: number, first: number, form: MessageForm): void {
    if (block?.type !== 'tool_call') return;
    if (block.freeForm && this.#forms.hasFreeForm) throw new NoForm();
    const id = canonicalSuffix(this.#ids[this.#calls] ?? '');
    const name = this.#forms.nameOf(block.name);
    const own = first + call * valuesOfCall;
    this.#values[own] = id;
    this.#values[own + 1] = name;
    this.#values[own + 2] = this.#argumentsOf(block, form);
    this.#answers[call * valuesOfResult] = id;
    this.#answers[call * valuesOfResult + 1] = name;
    this.#calls += 1;
  }

  #argumentsOf({ name, parameters }: ToolCallBlock, { argumentsAsText }: MessageForm): string {
    this.size += name.length + sizeOfValue(parameters as JsonObject);
    const json = JSON.stringify(parameters);
    return argumentsAsText ? JSON.stringify(json) : json;
  }

  #textOf(block: Block | undefined): string {
    const text = block?.type === 'text' ? block.text : '';
    this.size += text.length;
    return JSON.stringify(text);
  }

  #result(block: Block): string {
    const text = block.type === 'tool_response' && typeof block.result === 'string' ? block.result : '';
    this.size += text.length;
    return JSON.stringify(text);
  }

  /** Without the very first comma. */
  #flush(): void {
    if (this.#text === '') return;
    this.#pieces.push(new TextEncoder().encode(this.#pieces.length === 0 ? this.#text.slice(1) : this.#text));
    this.#text = '';
  }
}

function filled({ around, gaps }: MessageForm, values: readonly string[]): string {
  let text = around[0] ?? '';
  for (let at = 0; at < gaps.length; at += 1) text += `${values[gaps[at] ?? 0]}${around[at + 1]}`;
  return text;
}
