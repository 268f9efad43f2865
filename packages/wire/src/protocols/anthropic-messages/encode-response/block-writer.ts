/** Writes blocks one after the other: clients of this API expect only one open at a time. */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asText } from '../../../json/json.ts';
import { isBareSeal } from '../../../reply/bare-seal.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { ReplyHead } from '../../protocol.ts';
import {
  type CallEvent,
  callBlock,
  isForeignTool,
  mediaBlock,
  type OwnBlock,
  ownOf,
  providerResultBlock,
  textBlock,
  thinkingBlock,
} from './encode-blocks.ts';

export type BlockEvent = Extract<ReplyEvent, { readonly index: number }>;

export class BlockWriter {
  readonly #head: ReplyHead;
  /** Events of the blocks that wait for the open one, in the order in which they started. */
  readonly #waiting = new Map<number, BlockEvent[]>();
  /** The provider's own calls, by their index, if they have a block here. */
  readonly #calls = new Map<number, CallEvent>();
  /** The block whose events are written. It may not have been started: it has no counterpart here, or no name yet. */
  #current: number | undefined;
  #begun = false;
  #argumentsSent = 0;
  /** The number of the next block on the wire. */
  #next = 0;

  constructor(head: ReplyHead) {
    this.#head = head;
  }

  write(event: BlockEvent): readonly Frame[] {
    if (this.#current !== undefined && this.#current !== event.index) {
      const queue = this.#waiting.get(event.index);
      if (queue === undefined) this.#waiting.set(event.index, [event]);
      else queue.push(event);
      return [];
    }
    const frames = this.#writeNow(event);
    return this.#current === undefined ? [...frames, ...this.#writeWaiting()] : frames;
  }

  /** Unfinished blocks are closed with the message. */
  closeAll(): readonly Frame[] {
    let frames: readonly Frame[] = [];
    while (this.#current !== undefined) frames = [...frames, ...this.#close(), ...this.#writeWaiting()];
    return frames;
  }

  #writeWaiting(): readonly Frame[] {
    const frames: Frame[] = [];
    for (const [index, events] of this.#waiting) {
      this.#waiting.delete(index);
      for (const event of events) frames.push(...this.#writeNow(event));
      if (this.#current !== undefined) break;
    }
    return frames;
  }

  #writeNow(event: BlockEvent): readonly Frame[] {
    switch (event.type) {
      case 'text-delta':
        return [...this.#begin(event, textBlock('')), this.#delta({ type: 'text_delta', text: event.text })];
      case 'text-end':
        return [...this.#begin(event, textBlock('')), ...this.#close()];
      case 'thinking-delta':
        return [
          ...this.#begin(event, thinkingBlock('', undefined)),
          this.#delta({ type: 'thinking_delta', thinking: event.text, ...ownOf(event) }),
        ];
      case 'thinking-end':
        return this.#endThinking(event);
      case 'call-start':
        return this.#startCall(event);
      case 'call-delta':
        return this.#arguments(event.text);
      case 'call-end':
        return this.#endCall(event);
      case 'provider-result':
        return this.#providerResult(event);
      case 'media':
        return [...this.#begin(event, mediaBlock(event.block)), ...this.#close()];
      case 'own-block':
        return event.protocol === 'anthropic-messages' ? this.#ownBlock(event) : [];
      case 'block-fields':
        return event.protocol === 'anthropic-messages' ? this.#textFields(event) : [];
    }
  }

  /** Only events of the current block come here, so if a block has been started, it is this one. */
  #begin({ index }: BlockEvent, block: JsonObject): readonly Frame[] {
    if (this.#begun) return [];
    this.#current = index;
    this.#begun = true;
    this.#argumentsSent = 0;
    return [frameOf({ type: 'content_block_start', index: this.#next, content_block: block })];
  }

  #delta(delta: JsonObject): Frame {
    return frameOf({ type: 'content_block_delta', index: this.#next, delta });
  }

  #close(): readonly Frame[] {
    const begun = this.#begun;
    this.#current = undefined;
    this.#begun = false;
    if (!begun) return [];
    this.#next += 1;
    return [frameOf({ type: 'content_block_stop', index: this.#next - 1 })];
  }

  #endThinking(event: Extract<BlockEvent, { type: 'thinking-end' }>): readonly Frame[] {
    const { seal } = event;
    if (!this.#begun && isBareSeal('', seal)) return [];
    const redacted = seal?.field === 'redacted_thinking' ? seal : undefined;
    const begun = this.#begin(event, thinkingBlock('', redacted));
    // Always sent, as by Anthropic: the AI SDK drops thinking without it.
    const signature = seal?.field === 'signature' ? seal.value : '';
    const signed = redacted === undefined ? [this.#delta({ type: 'signature_delta', signature })] : [];
    return [...begun, ...signed, ...this.#close()];
  }

  /** A call whose name has not arrived is written at its end: the name is in the first event. */
  #startCall(event: CallEvent): readonly Frame[] {
    this.#current = event.index;
    if (isForeignTool(event) || (event.type === 'call-start' && event.name === '')) return [];
    this.#calls.set(event.index, event);
    return this.#begin(event, callBlock(event, {}, this.#head));
  }

  #arguments(text: string): readonly Frame[] {
    if (!this.#begun || text === '') return [];
    this.#argumentsSent += text.length;
    return [this.#delta({ type: 'input_json_delta', partial_json: text })];
  }

  /** Sends the arguments that were not streamed. */
  #endCall(event: Extract<BlockEvent, { type: 'call-end' }>): readonly Frame[] {
    const started = this.#startCall(event);
    return [...started, ...this.#arguments(event.arguments.slice(this.#argumentsSent)), ...this.#close()];
  }

  /** Citations are sent one by one, everything else when the block starts. */
  #textFields(event: Extract<BlockEvent, { type: 'block-fields' }>): readonly Frame[] {
    const { citations, ...others } = event.fields;
    const opened = citations === undefined ? others : { ...others, citations: [] };
    const begun = this.#begin(event, { ...textBlock(''), ...opened });
    return [...begun, ...asArray(citations).map((citation) => this.#delta({ type: 'citations_delta', citation }))];
  }

  #ownBlock(event: OwnBlock): readonly Frame[] {
    return [...this.#begin(event, event.block), ...event.deltas.map((delta) => this.#delta(delta)), ...this.#close()];
  }

  #providerResult(event: Extract<BlockEvent, { type: 'provider-result' }>): readonly Frame[] {
    const call = this.#calls.get(event.call);
    if (call === undefined) return [];
    return [...this.#begin(event, providerResultBlock(event, call)), ...this.#close()];
  }
}

/** An event as its SSE frame: the type is in the data and in `event`. */
export function frameOf(data: JsonObject): Frame {
  return { event: asText(data['type']), data: JSON.stringify(data) };
}
