/**
 * Reads one reply, block by block. A stream extends its blocks; a complete response opens and closes each at once. Only calls
 * have a start event (CNV-028), and the numbers of blocks may have gaps.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import type { Failure } from '../../../failure/failure.ts';
import { asObject, asObjects, asText } from '../../../json/json.ts';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import { readStop } from '../stop-reasons.ts';
import { readUsage } from '../usage.ts';

interface OpenBlock {
  readonly kind: 'text' | 'thinking' | 'call';
  readonly index: number;
  readonly rawId: string;
  readonly name: string;
  text: string;
  signature: string;
}

const noRoom = 'model_context_window_exceeded';

export class ReplyReading {
  readonly #open = new Map<number, OpenBlock>();
  #usage: Usage | undefined;
  #started = false;
  #over = false;
  #blocks = 0;
  #hasCalls = false;

  get over(): boolean {
    return this.#over;
  }

  start(): readonly ReplyEvent[] {
    if (this.#started) return [];
    this.#started = true;
    return [{ type: 'reply-start' }];
  }

  count(usage: JsonValue | undefined): void {
    this.#usage = readUsage(usage) ?? this.#usage;
  }

  openCall(key: number, call: JsonObject): readonly ReplyEvent[] {
    const before = [...this.start(), ...this.close(key)];
    const rawId = asText(call['toolUseId']);
    const name = asText(call['name']);
    const block = this.#add(key, 'call', rawId, name);
    this.#hasCalls = true;
    return [...before, { type: 'call-start', index: block.index, rawId, name }];
  }

  delta(key: number, delta: JsonObject): readonly ReplyEvent[] {
    if (typeof delta['text'] === 'string') return this.#grow('text', key, delta['text']);
    const call = asObject(delta['toolUse']);
    if (call !== undefined) return this.#growCall(key, asText(call['input']));
    const reasoning = asObject(delta['reasoningContent']);
    return reasoning === undefined ? [] : this.#reason(key, reasoning);
  }

  close(key: number): readonly ReplyEvent[] {
    const block = this.#open.get(key);
    if (block === undefined) return [];
    this.#open.delete(key);
    const { kind, index, rawId, name, text, signature } = block;
    if (kind === 'call') return [{ type: 'call-end', index, rawId, name, arguments: text === '' ? '{}' : text }];
    if (kind === 'text') return [{ type: 'text-end', index }];
    return [{ type: 'thinking-end', index, ...sealed('signature', signature) }];
  }

  /** All blocks of a complete message. */
  readAll(content: JsonValue | undefined): readonly ReplyEvent[] {
    return asObjects(content).flatMap((block, key) => [...this.#whole(key, block), ...this.close(key)]);
  }

  finish(rawStop: string): readonly ReplyEvent[] {
    if (rawStop === noRoom && this.#blocks === 0) {
      const message = `The answer ended with the reason ${noRoom}.`;
      return [...this.start(), ...this.fail({ reason: 'context-overflow', message, code: noRoom })];
    }
    const events: ReplyEvent[] = [...this.start()];
    for (const key of [...this.#open.keys()]) events.push(...this.close(key));
    this.#over = true;
    const stop = readStop(rawStop, this.#hasCalls);
    return [...events, ...this.#counted(), { type: 'reply-end', stop, ...(rawStop === '' ? {} : { rawStop }) }];
  }

  /** An unfinished call has no reliable arguments. */
  fail(failure: Failure): readonly ReplyEvent[] {
    const events: ReplyEvent[] = [];
    for (const [key, { kind }] of [...this.#open]) if (kind !== 'call') events.push(...this.close(key));
    this.#over = true;
    return [...events, ...this.#counted(), { type: 'reply-error', failure }];
  }

  #whole(key: number, block: JsonObject): readonly ReplyEvent[] {
    const call = asObject(block['toolUse']);
    if (call !== undefined) {
      const { input } = call;
      const text = typeof input === 'string' ? input : input === undefined || input === null ? '{}' : jsonText(input);
      return [...this.openCall(key, call), ...this.#growCall(key, text)];
    }
    const reasoning = asObject(block['reasoningContent']);
    if (reasoning === undefined) return this.delta(key, block);
    const thinking = asObject(reasoning['reasoningText']);
    return this.#reason(key, thinking ?? reasoning);
  }

  #reason(key: number, { text, signature, redactedContent }: JsonObject): readonly ReplyEvent[] {
    if (asText(redactedContent) !== '') {
      const index = this.#next();
      return [
        ...this.start(),
        { type: 'thinking-end', index, ...sealed('redacted_thinking', asText(redactedContent)) },
      ];
    }
    const grown = this.#grow('thinking', key, asText(text));
    const block = this.#open.get(key);
    if (block?.kind === 'thinking') block.signature += asText(signature);
    return grown;
  }

  /** If the type of a block changes, another block has its number: the end of the first was lost. */
  #grow(kind: 'text' | 'thinking', key: number, text: string): readonly ReplyEvent[] {
    const known = this.#open.get(key);
    const before = [...this.start(), ...(known !== undefined && known.kind !== kind ? this.close(key) : [])];
    const block = known?.kind === kind ? known : this.#add(key, kind);
    return text === '' ? before : [...before, { type: `${kind}-delta`, index: block.index, text }];
  }

  #growCall(key: number, text: string): readonly ReplyEvent[] {
    const block = this.#open.get(key);
    if (block?.kind !== 'call' || text === '') return [];
    block.text += text;
    return [{ type: 'call-delta', index: block.index, text }];
  }

  #add(key: number, kind: OpenBlock['kind'], rawId = '', name = ''): OpenBlock {
    const block: OpenBlock = { kind, index: this.#next(), rawId, name, text: '', signature: '' };
    this.#open.set(key, block);
    return block;
  }

  #next(): number {
    this.#blocks += 1;
    return this.#blocks - 1;
  }

  #counted(): readonly ReplyEvent[] {
    return this.#usage === undefined ? [] : [{ type: 'usage', usage: this.#usage }];
  }
}

function sealed(field: string, value: string): { readonly seal?: { readonly field: string; readonly value: string } } {
  return value === '' ? {} : { seal: { field, value } };
}
