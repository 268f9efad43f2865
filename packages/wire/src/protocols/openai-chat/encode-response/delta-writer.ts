/**
 * Writes the events of an answer as Chat deltas. Chat has one text, one thought and a list of calls, so several blocks of a
 * type are joined with an empty line, and what a provider ran itself becomes text. Texts that follow each other in one message are one
 * text, divided where it cites something else: nothing comes between them.
 */
import { type JsonObject, type JsonValue, jsonText, type MediaBlock, mediaPlaceholder } from '@interlock/transcript';
import { asArray, parseJson } from '../../../json/json.ts';
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';
import { noOutput, providerToolText } from '../../../texts/model-texts.ts';
import { addressOf } from '../encode-media.ts';

type CallStart = Extract<ReplyEvent, { type: 'call-start' }>;
type CallEnd = Extract<ReplyEvent, { type: 'call-end' }>;

interface WrittenCall {
  /** Its position among the calls that are written as calls. */
  readonly position: number;
  /** False until the name is known: clients read it from the first chunk. */
  begun: boolean;
  sent: string;
}

type TextField = 'content' | 'reasoning_content' | 'refusal';

export class DeltaWriter {
  readonly #replyId: string;
  readonly #calls = new Map<number, WrittenCall>();
  readonly #providerCalls = new Map<number, CallEnd>();
  /** The texts that are refusals. */
  readonly #refusals = new Set<number>();
  /** The block that was last written into each field. */
  readonly #last = new Map<TextField, number>();
  /** The text that has ended, but not its message. */
  #divided: number | undefined;

  constructor(replyId: string) {
    this.#replyId = replyId;
  }

  write(event: ReplyEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'text-delta':
        return this.#say(this.#refusals.has(event.index) ? 'refusal' : 'content', event.index, event.text);
      case 'text-end':
        this.#divided = event.seal === undefined ? event.index : undefined;
        return [];
      case 'block-fields':
        if (event.protocol === 'openai-chat' && event.fields['refusal'] === true) this.#refusals.add(event.index);
        return [];
      case 'thinking-delta':
        return this.#text('reasoning_content', event.index, event.text);
      case 'thinking-end':
        return detailsOf(event.seal);
      case 'call-start':
        return event.executor === 'provider' ? [] : this.#startCall(event);
      case 'call-delta':
        return this.#growCall(event.index, event.text);
      case 'call-end':
        return event.executor === 'provider' ? this.#keep(event) : this.#endCall(event);
      case 'provider-result':
        return this.#providerRan(event.call, event.index, event.result);
      case 'media':
        return this.#media(event.index, event.block);
      default:
        return [];
    }
  }

  /** Writes tools that the provider ran without reporting their outcome. */
  end(): readonly JsonObject[] {
    return [...this.#providerCalls.keys()].flatMap((call) => this.#providerRan(call, call, noOutput));
  }

  #say(field: TextField, index: number, text: string): readonly JsonObject[] {
    const last = this.#last.get(field);
    if (last === index - 1 && last === this.#divided) this.#last.set(field, index);
    return this.#text(field, index, text);
  }

  #text(field: TextField, index: number, text: string): readonly JsonObject[] {
    if (text === '') return [];
    const last = this.#last.get(field);
    this.#last.set(field, index);
    return [{ [field]: last === undefined || last === index ? text : `\n\n${text}` }];
  }

  #startCall(event: CallStart): readonly JsonObject[] {
    const call = this.#callOf(event.index);
    if (event.name === '') return [];
    call.begun = true;
    return [this.#head(call, event)];
  }

  #growCall(index: number, text: string): readonly JsonObject[] {
    const call = this.#calls.get(index);
    if (call === undefined || !call.begun || text === '') return [];
    call.sent += text;
    return [{ tool_calls: [{ index: call.position, function: { arguments: text } }] }];
  }

  /** The rest of the call that has not been sent. */
  #endCall(event: CallEnd): readonly JsonObject[] {
    const call = this.#callOf(event.index);
    const head = call.begun ? [] : [this.#head(call, event)];
    call.begun = true;
    const rest = event.arguments.startsWith(call.sent) ? event.arguments.slice(call.sent.length) : '';
    return [...head, ...this.#growCall(event.index, rest)];
  }

  #head({ position }: WrittenCall, { index, rawId, name }: CallStart | CallEnd): JsonObject {
    const id = rawId === '' ? `${this.#replyId}_${index}` : rawId;
    return { tool_calls: [{ index: position, id, type: 'function', function: { name, arguments: '' } }] };
  }

  #callOf(index: number): WrittenCall {
    const call = this.#calls.get(index) ?? { position: this.#calls.size, begun: false, sent: '' };
    this.#calls.set(index, call);
    return call;
  }

  #keep(event: CallEnd): readonly JsonObject[] {
    this.#providerCalls.set(event.index, event);
    return [];
  }

  #providerRan(call: number, index: number, result: JsonValue): readonly JsonObject[] {
    const { name = '', arguments: args = '' } = this.#providerCalls.get(call) ?? {};
    this.#providerCalls.delete(call);
    const text = typeof result === 'string' ? result : jsonText(result);
    return this.#text('content', index, providerToolText(name, args, text));
  }

  /** Pictures in OpenRouter's format. */
  #media(index: number, block: MediaBlock): readonly JsonObject[] {
    if (!block.mimeType.startsWith('image/')) return this.#text('content', index, mediaPlaceholder(block));
    return [{ images: [{ type: 'image_url', image_url: { url: addressOf(block) } }] }];
  }
}

function detailsOf(seal: SealToken | undefined): readonly JsonObject[] {
  const details = seal?.field === 'reasoning_details' ? asArray(parseJson(seal.value)) : [];
  return details.length === 0 ? [] : [{ reasoning_details: details }];
}
