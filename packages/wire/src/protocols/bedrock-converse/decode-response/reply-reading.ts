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
  readonly kind: 'text' | 'thinking' | 'call' | 'result';
  readonly index: number;
  readonly rawId: string;
  readonly name: string;
  /** Of a call that Bedrock ran itself. */
  readonly executor?: 'provider';
  /** Of its result. */
  readonly outcome?: Outcome;
  text: string;
  signature: string;
}

interface Outcome {
  /** The number of the call. */
  readonly call: number;
  readonly isError?: true;
}

const noRoom = 'model_context_window_exceeded';

export class ReplyReading {
  readonly #open = new Map<number, OpenBlock>();
  /** The numbers of the calls that Bedrock ran itself, by id. */
  readonly #providerCalls = new Map<string, number>();
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
    const executor = call['type'] === 'server_tool_use' ? ({ executor: 'provider' } as const) : undefined;
    const { index } = this.#add(key, 'call', { rawId, name, ...executor });
    if (executor === undefined) this.#hasCalls = true;
    else this.#providerCalls.set(rawId, index);
    return [...before, { type: 'call-start', index, rawId, name, ...executor }];
  }

  /** What a call came to that Bedrock ran itself. Without its call it is no part of the conversation. */
  openResult(key: number, { toolUseId, status }: JsonObject): readonly ReplyEvent[] {
    const before = [...this.start(), ...this.close(key)];
    const call = this.#providerCalls.get(asText(toolUseId));
    if (call === undefined) return before;
    this.#add(key, 'result', { outcome: { call, ...(status === 'error' ? { isError: true } : {}) } });
    return before;
  }

  delta(key: number, delta: JsonObject): readonly ReplyEvent[] {
    if (typeof delta['text'] === 'string') return this.#grow('text', key, delta['text']);
    const call = asObject(delta['toolUse']);
    if (call !== undefined) return this.#growCall(key, asText(call['input']));
    if (Array.isArray(delta['toolResult'])) return this.#growResult(key, delta['toolResult']);
    const reasoning = asObject(delta['reasoningContent']);
    return reasoning === undefined ? [] : this.#reason(key, reasoning);
  }

  close(key: number): readonly ReplyEvent[] {
    const block = this.#open.get(key);
    if (block === undefined) return [];
    this.#open.delete(key);
    const { kind, index, rawId, name, executor, outcome, text, signature } = block;
    if (kind === 'call') {
      const ran = executor === undefined ? {} : { executor };
      return [{ type: 'call-end', index, rawId, name, arguments: text === '' ? '{}' : text, ...ran }];
    }
    if (outcome !== undefined) return [{ type: 'provider-result', index, ...outcome, result: text }];
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
    const result = asObject(block['toolResult']);
    if (result !== undefined) return [...this.openResult(key, result), ...this.#growResult(key, result['content'])];
    const cited = asObject(block['citationsContent']);
    if (cited !== undefined) return asObjects(cited['content']).flatMap((part) => this.delta(key, part));
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

  #growResult(key: number, content: JsonValue | undefined): readonly ReplyEvent[] {
    const block = this.#open.get(key);
    if (block?.kind === 'result') block.text += asObjects(content).map(partText).join('');
    return [];
  }

  #add(key: number, kind: OpenBlock['kind'], about: Partial<OpenBlock> = {}): OpenBlock {
    const block: OpenBlock = { rawId: '', name: '', ...about, kind, index: this.#next(), text: '', signature: '' };
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

function partText({ text, json }: JsonObject): string {
  return json === undefined ? asText(text) : jsonText(json);
}

function sealed(field: string, value: string): { readonly seal?: { readonly field: string; readonly value: string } } {
  return value === '' ? {} : { seal: { field, value } };
}
