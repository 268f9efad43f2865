/**
 * Reads one reply, block by block. A stream opens, extends and closes its blocks; a complete response opens and closes each at
 * once. Blocks of other types are ignored, or passed on for a client of the same API.
 */
import { type JsonObject, type JsonValue, jsonText, toJson } from '@interlock/transcript';
import type { Failure } from '../../../failure/failure.ts';
import { asObject, asText } from '../../../json/json.ts';
import type { OwnPart, ReplyEvent } from '../../../reply/events.ts';
import { fieldsBeside, replyFields } from '../../../reply/own-fields.ts';
import type { DecodingOptions } from '../../protocol.ts';
import { isServerCall, isServerResult, readableResult } from '../server-tools.ts';
import { isKnownStop, readStop } from '../stop-reasons.ts';
import { UsageCount } from '../usage-count.ts';

interface BlockFacts {
  readonly kind: 'text' | 'thinking' | 'call' | 'own' | 'ignored';
  readonly rawId: string;
  readonly name: string;
  readonly provider: boolean;
  /** The arguments a call was opened with; they count if nothing follows. */
  readonly input: JsonValue | undefined;
  /** What only this API has: fields of a call, or a block of a kind that is not read. */
  readonly own?: OwnPart;
}

interface OpenBlock extends BlockFacts {
  index: number;
  text: string;
  signature: string;
  /** What followed the start of a block of a kind that is not read. */
  readonly deltas?: JsonObject[];
}

const unnumbered = -1;
const windowExceeded = 'model_context_window_exceeded';

const ignoredBlock: BlockFacts = {
  kind: 'ignored',
  rawId: '',
  name: '',
  provider: false,
  input: undefined,
};

const begunAgain: Failure = { reason: 'network', message: 'The stream began a second message inside the first.' };

export class ReplyReading {
  readonly #ownFields: boolean;
  readonly #open = new Map<number, OpenBlock>();
  /** The calls that the provider runs, by their ids: their results refer to them. */
  readonly #calls = new Map<string, { readonly key: number; readonly index: number }>();
  readonly #usage = new UsageCount();
  #started = false;
  #id = '';
  #over = false;
  #blocks = 0;
  #clientCalls = false;

  constructor({ ownFields = false }: DecodingOptions = {}) {
    this.#ownFields = ownFields;
  }

  /** Whether the reply has ended or failed: nothing is read after that. */
  get over(): boolean {
    return this.#over;
  }

  start(message: JsonObject): readonly ReplyEvent[] {
    this.count(message['usage']);
    const id = asText(message['id']);
    if (this.#started) return this.#isAnother(id) ? this.fail(begunAgain) : [];
    this.#started = true;
    this.#id = id;
    const model = asText(message['model']);
    // Some clients (LangChain) read the input's tokens only here.
    const own: readonly ReplyEvent[] = this.#ownFields
      ? [
          ...replyFields('anthropic-messages', 'message', message, readOfMessage),
          ...usageFields(message),
          ...this.#counted(),
        ]
      : [];
    return [...own, { type: 'reply-start', ...(id === '' ? {} : { id }), ...(model === '' ? {} : { model }) }];
  }

  /** A proxy that lost its connection and asked again sends both messages as one stream: neither is an answer. */
  #isAnother(id: string): boolean {
    return id !== '' && this.#id !== '' && id !== this.#id && (this.#blocks > 0 || this.#open.size > 0);
  }

  /** Fields in the last event of a stream, besides the stop reason and the counts. */
  ending(event: JsonObject): readonly ReplyEvent[] {
    if (!this.#ownFields) return [];
    const delta = asObject(event['delta']);
    return [
      ...replyFields('anthropic-messages', 'delta', delta, readOfDelta),
      ...replyFields('anthropic-messages', 'event', event, readOfEvent),
      ...usageFields(event),
    ];
  }

  count(usage: JsonValue | undefined): void {
    this.#usage.add(asObject(usage));
  }

  /** If a block with this key is still open, the end of that one was lost. */
  open(key: number, block: JsonObject): readonly ReplyEvent[] {
    const before = [...this.#begin(), ...this.close(key)];
    const type = asText(block['type']);
    if (type === 'text') return [...before, ...this.#openText(key, block)];
    if (type === 'thinking') return [...before, ...this.#openThinking(key, block)];
    if (type === 'tool_use' || isServerCall(type)) return [...before, ...this.#openCall(key, block)];
    this.#open.set(key, { ...ignoredBlock, index: unnumbered, text: '', signature: '' });
    if (type !== 'redacted_thinking' && !isServerResult(type)) return [...before, ...this.#openOwn(key, block)];
    if (type === 'redacted_thinking') return [...before, ...this.#redacted(asText(block['data']))];
    return isServerResult(type) ? [...before, ...this.#providerResult(type, block)] : before;
  }

  delta(key: number, delta: JsonObject): readonly ReplyEvent[] {
    const { deltas } = this.#open.get(key) ?? {};
    if (deltas !== undefined) deltas.push(delta);
    switch (delta['type']) {
      case 'text_delta':
        return this.#growAs('text', key, asText(delta['text']));
      case 'thinking_delta':
        return this.#think(key, delta);
      case 'input_json_delta': {
        const block = this.#open.get(key);
        return block?.kind === 'call' ? this.#grow(block, asText(delta['partial_json'])) : [];
      }
      case 'signature_delta': {
        const block = this.#open.get(key);
        if (block !== undefined) block.signature = asText(delta['signature']);
        return [];
      }
      case 'citations_delta': {
        const block = this.#open.get(key);
        const { citation } = delta;
        return block?.kind === 'text' && citation !== undefined ? this.#own(block, { citations: [citation] }) : [];
      }
      default:
        return [];
    }
  }

  close(key: number): readonly ReplyEvent[] {
    const block = this.#open.get(key);
    if (block === undefined) return [];
    this.#open.delete(key);
    if (block.kind === 'text') return [{ type: 'text-end', index: this.#number(block) }];
    if (block.kind === 'thinking') return [thinkingEnd(this.#number(block), 'signature', block.signature)];
    return block.kind === 'call' ? this.#closeCall(block) : this.#closeOwn(block);
  }

  /** All blocks of a complete message. */
  readAll(content: readonly JsonValue[]): readonly ReplyEvent[] {
    return content.flatMap((entry, key) => {
      const block = asObject(entry);
      return block === undefined ? [] : [...this.open(key, block), ...this.close(key)];
    });
  }

  /** The message is complete: open blocks are closed, including calls. */
  finish(rawStop: string): readonly ReplyEvent[] {
    // No room for a single token: the answer is empty.
    if (rawStop === windowExceeded && this.#blocks === 0) {
      const message = `The answer ended with the reason ${windowExceeded}.`;
      return [...this.#begin(), ...this.fail({ reason: 'context-overflow', message, code: windowExceeded })];
    }
    const events: ReplyEvent[] = [...this.#begin()];
    for (const key of [...this.#open.keys()]) events.push(...this.close(key));
    this.#over = true;
    const stop = readStop(rawStop, this.#clientCalls);
    // A reason that is newer than this reader.
    if (this.#ownFields && rawStop !== '' && !isKnownStop(rawStop)) {
      const fields = { stop_reason: rawStop };
      events.push({ type: 'reply-fields', protocol: 'anthropic-messages', place: 'delta', fields });
    }
    return [...events, ...this.#counted(), { type: 'reply-end', stop, ...(rawStop === '' ? {} : { rawStop }) }];
  }

  /** The message was cut off: an unfinished call has no reliable arguments. */
  fail(failure: Failure): readonly ReplyEvent[] {
    const events: ReplyEvent[] = [];
    for (const [key, { kind }] of [...this.#open]) if (kind !== 'call') events.push(...this.close(key));
    this.#over = true;
    return [...events, ...this.#counted(), { type: 'reply-error', failure }];
  }

  #counted(): readonly ReplyEvent[] {
    const usage = this.#usage.total();
    return usage === undefined ? [] : [{ type: 'usage', usage }];
  }

  /** Some servers omit the start of the message. */
  #begin(): readonly ReplyEvent[] {
    return this.#started ? [] : this.start({});
  }

  #add(key: number, kind: 'text' | 'thinking'): OpenBlock {
    const block: OpenBlock = { ...ignoredBlock, kind, index: unnumbered, text: '', signature: '' };
    this.#open.set(key, block);
    return block;
  }

  /** A block is numbered at its first content: until then another may start before it. */
  #number(block: OpenBlock): number {
    if (block.index === unnumbered) block.index = this.#nextIndex();
    return block.index;
  }

  #nextIndex(): number {
    this.#blocks += 1;
    return this.#blocks - 1;
  }

  #openText(key: number, block: JsonObject): readonly ReplyEvent[] {
    const added = this.#add(key, 'text');
    const own = this.#ownFields ? fieldsBeside(block, readOfText) : undefined;
    return [...(own === undefined ? [] : this.#own(added, own)), ...this.#grow(added, asText(block['text']))];
  }

  #own(block: OpenBlock, fields: JsonObject): readonly ReplyEvent[] {
    return this.#ownFields
      ? [{ type: 'block-fields', protocol: 'anthropic-messages', index: this.#number(block), fields }]
      : [];
  }

  #openThinking(key: number, block: JsonObject): readonly ReplyEvent[] {
    const added = this.#add(key, 'thinking');
    added.signature = asText(block['signature']);
    return this.#grow(added, asText(block['thinking']));
  }

  /** A block that may be newer than this reader. */
  #openOwn(key: number, block: JsonObject): readonly ReplyEvent[] {
    if (!this.#ownFields || asText(block['type']) === '') return [];
    const own = { protocol: 'anthropic-messages', fields: block };
    const index = this.#nextIndex();
    this.#open.set(key, { ...ignoredBlock, kind: 'own', own, deltas: [], index, text: '', signature: '' });
    return [];
  }

  #closeOwn({ index, own, deltas = [] }: OpenBlock): readonly ReplyEvent[] {
    if (own === undefined) return [];
    return [{ type: 'own-block', protocol: own.protocol, index, block: own.fields, deltas }];
  }

  #ownPart(block: JsonObject, read: ReadonlySet<string>): OwnPart | undefined {
    const fields = this.#ownFields ? fieldsBeside(block, read) : undefined;
    return fields === undefined ? undefined : { protocol: 'anthropic-messages', fields };
  }

  #openCall(key: number, block: JsonObject): readonly ReplyEvent[] {
    const index = this.#nextIndex();
    const rawId = asText(block['id']);
    const name = asText(block['name']);
    const provider = block['type'] !== 'tool_use';
    const input = block['input'];
    const own = this.#ownPart(block, block['type'] === 'mcp_tool_use' ? readOfMcpCall : readOfCall);
    const about = own === undefined ? {} : { own };
    this.#open.set(key, { kind: 'call', index, rawId, name, provider, input, ...about, text: '', signature: '' });
    if (provider) this.#calls.set(rawId, { key, index });
    else this.#clientCalls = true;
    return [{ type: 'call-start', index, rawId, name, ...(provider ? { executor: 'provider' } : {}), ...about }];
  }

  #closeCall(block: OpenBlock): readonly ReplyEvent[] {
    const { index, rawId, name, provider, own } = block;
    const about = own === undefined ? {} : { own };
    const late = block.text === '' ? this.#grow(block, inputText(block.input)) : [];
    const executor = provider ? ({ executor: 'provider' } as const) : {};
    return [...late, { type: 'call-end', index, rawId, name, arguments: block.text, ...executor, ...about }];
  }

  #redacted(data: string): readonly ReplyEvent[] {
    return data === '' ? [] : [thinkingEnd(this.#nextIndex(), 'redacted_thinking', data)];
  }

  /** The result of a call in an earlier reply, which client tools have interrupted. */
  #lateResult(block: JsonObject): readonly ReplyEvent[] {
    if (!this.#ownFields) return [];
    return [{ type: 'own-block', protocol: 'anthropic-messages', index: this.#nextIndex(), block, deltas: [] }];
  }

  /** A result whose call is not in this reply is no part of the conversation. */
  #providerResult(type: string, block: JsonObject): readonly ReplyEvent[] {
    const call = this.#calls.get(asText(block['tool_use_id']));
    if (call === undefined) return this.#lateResult(block);
    const closed = this.#open.get(call.key)?.index === call.index ? this.close(call.key) : [];
    const content = toJson(block['content'] ?? null).value;
    const result = readableResult(content);
    const seal = { field: type, value: JSON.stringify(content) };
    const isError = isErrorResult(block) ? { isError: true } : {};
    const index = this.#nextIndex();
    const own = this.#ownPart(block, readOfResult);
    const about = own === undefined ? {} : { own };
    return [...closed, { type: 'provider-result', index, call: call.index, result, ...isError, seal, ...about }];
  }

  /** Where thinking is not shown, its deltas only say how much there is. */
  #think(key: number, delta: JsonObject): readonly ReplyEvent[] {
    const text = asText(delta['thinking']);
    const own = this.#ownPart(delta, readOfThinking);
    if (own === undefined) return this.#growAs('thinking', key, text);
    const begun = this.#begin();
    const block = this.#open.get(key) ?? this.#add(key, 'thinking');
    if (block.kind !== 'thinking') return begun;
    return [...begun, { type: 'thinking-delta', index: this.#number(block), text, own }];
  }

  /** A delta without a block opens one, if its type is known. */
  #growAs(kind: 'text' | 'thinking', key: number, text: string): readonly ReplyEvent[] {
    const begun = this.#begin();
    const block = this.#open.get(key) ?? this.#add(key, kind);
    return block.kind === kind ? [...begun, ...this.#grow(block, text)] : begun;
  }

  #grow(block: OpenBlock, text: string): readonly ReplyEvent[] {
    if (text === '' || block.kind === 'ignored' || block.kind === 'own') return [];
    if (block.kind === 'call') block.text += text;
    return [{ type: `${block.kind}-delta`, index: this.#number(block), text }];
  }
}

const readOfMessage: ReadonlySet<string> = new Set([
  ...['id', 'type', 'role', 'model', 'content', 'stop_reason', 'usage'],
]);
const readOfDelta: ReadonlySet<string> = new Set(['stop_reason']);
const readOfEvent: ReadonlySet<string> = new Set(['type', 'delta', 'usage']);
const readOfText: ReadonlySet<string> = new Set(['type', 'text']);
const readOfThinking: ReadonlySet<string> = new Set(['type', 'thinking']);
const readOfMcpCall: ReadonlySet<string> = new Set(['id', 'name', 'input']);
const readOfCall: ReadonlySet<string> = new Set(['type', ...readOfMcpCall]);
const readOfResult: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'content']);
const readOfUsage: ReadonlySet<string> = new Set([
  ...['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'],
  'output_tokens_details',
]);

function usageFields({ usage }: JsonObject): readonly ReplyEvent[] {
  return replyFields('anthropic-messages', 'usage', asObject(usage), readOfUsage);
}

function thinkingEnd(index: number, field: string, value: string): ReplyEvent {
  return { type: 'thinking-end', index, ...(value === '' ? {} : { seal: { field, value } }) };
}

/** Arguments are an object (ANT-014); JSON text is accepted, too. */
function inputText(input: JsonValue | undefined): string {
  if (typeof input === 'string') return input;
  return input === undefined || input === null ? '{}' : jsonText(input);
}

function isErrorResult(block: JsonObject): boolean {
  const type = asText(asObject(block['content'])?.['type']);
  return block['is_error'] === true || type.endsWith('_error');
}
