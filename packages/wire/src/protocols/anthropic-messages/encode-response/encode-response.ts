/** Writes a reply as a complete response of this API. */
import type { JsonObject } from '@interlock/transcript';
import { isBareSeal } from '../../../reply/bare-seal.ts';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import { blockFieldsOf, OwnFields, ownFieldsOf } from '../../../reply/own-fields.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { writeStop } from '../stop-reasons.ts';
import { writeUsage } from '../usage-count.ts';
import { BlockWriter, frameOf } from './block-writer.ts';
import {
  type CallEvent,
  callBlock,
  callInput,
  isForeignTool,
  mediaBlock,
  ownBlock,
  providerResultBlock,
  textBlock,
  thinkingBlock,
} from './encode-blocks.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const failed = events.find((event) => event.type === 'reply-error');
  if (failed !== undefined) return encodeFailure(failed.failure).body;
  let usage: Usage | undefined;
  let stop = writeStop('end', undefined);
  for (const event of events) {
    if (event.type === 'usage') usage = event.usage;
    if (event.type === 'reply-end') stop = writeStop(event.stop, event.rawStop);
  }
  const own = ownFieldsOf('anthropic-messages', events);
  return {
    ...encodeHead(head),
    content: encodeContent(events, head),
    ...encodeStopFields(stop),
    ...own.at('message'),
    ...own.at('delta'),
    ...own.at('event'),
    usage: { ...writeUsage(usage), ...own.at('usage') },
  };
}

export function encodeHead({ id, model }: ReplyHead): JsonObject {
  return { id, type: 'message', role: 'assistant', model };
}

/** The stop sequence is only known if this API reported it. */
export function encodeStopFields(stop: string | null): JsonObject {
  return { stop_reason: stop, stop_sequence: null };
}

/** Blocks in the order in which they started. An unfinished call does not count. */
function encodeContent(events: readonly ReplyEvent[], head: ReplyHead): readonly JsonObject[] {
  const texts = new Map<number, string>();
  const calls = new Map<number, CallEvent>();
  const blocks = new Map<number, JsonObject>();
  const own = blockFieldsOf('anthropic-messages', events);
  for (const event of events) {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        texts.set(event.index, (texts.get(event.index) ?? '') + event.text);
        break;
      case 'text-end':
        blocks.set(event.index, { ...textBlock(texts.get(event.index) ?? ''), ...own.get(event.index) });
        break;
      case 'thinking-end': {
        const text = texts.get(event.index) ?? '';
        if (!isBareSeal(text, event.seal)) blocks.set(event.index, thinkingBlock(text, event.seal));
        break;
      }
      case 'call-end':
        if (isForeignTool(event)) break;
        calls.set(event.index, event);
        blocks.set(event.index, callBlock(event, callInput(event.arguments), head));
        break;
      case 'provider-result': {
        const call = calls.get(event.call);
        if (call !== undefined) blocks.set(event.index, providerResultBlock(event, call));
        break;
      }
      case 'media':
        blocks.set(event.index, mediaBlock(event.block));
        break;
      case 'own-block':
        if (event.protocol === 'anthropic-messages') blocks.set(event.index, ownBlock(event));
        break;
    }
  }
  return [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
}

/**
 * Writes a reply as a stream of this API: `message_start`, each block with its start, deltas and stop, one block after the
 * other, then `message_delta` and `message_stop`. Blocks that grow at the same time wait for each other.
 */
export function startEncoding(head: ReplyHead): Encoding {
  return new StreamEncoding(head);
}

class StreamEncoding implements Encoding {
  readonly #head: ReplyHead;
  readonly #blocks: BlockWriter;
  readonly #own = new OwnFields('anthropic-messages');
  #started = false;
  #usage: Usage | undefined;
  #stop: string | undefined;
  #failed = false;

  constructor(head: ReplyHead) {
    this.#head = head;
    this.#blocks = new BlockWriter(head);
  }

  event(event: ReplyEvent): readonly Frame[] {
    if (event.type === 'usage') this.#usage = event.usage;
    if (event.type === 'reply-fields') this.#own.add(event);
    if (this.#failed || this.#stop !== undefined) return [];
    switch (event.type) {
      case 'reply-start':
        return this.#start();
      case 'usage':
      case 'reply-fields':
        return [];
      case 'reply-end':
        this.#stop = writeStop(event.stop, event.rawStop);
        return [...this.#start(), ...this.#blocks.closeAll()];
      case 'reply-error':
        this.#failed = true;
        return [frameOf(encodeFailure(event.failure).body)];
      default:
        return [...this.#start(), ...this.#blocks.write(event)];
    }
  }

  /** The last events wait for counts that come after the reason. */
  end(): readonly Frame[] {
    if (this.#failed) return [];
    this.#failed = true;
    if (this.#stop === undefined) {
      return [frameOf(encodeFailure({ reason: 'server', message: 'The reply was cut off.' }).body)];
    }
    const usage = { ...writeUsage(this.#usage), ...this.#own.at('usage') };
    const delta = { ...encodeStopFields(this.#stop), ...this.#own.at('delta') };
    return [
      frameOf({ type: 'message_delta', delta, usage, ...this.#own.at('event') }),
      frameOf({ type: 'message_stop' }),
    ];
  }

  #start(): readonly Frame[] {
    if (this.#started) return [];
    this.#started = true;
    const message: JsonObject = {
      ...encodeHead(this.#head),
      content: [],
      ...encodeStopFields(null),
      ...this.#own.at('message'),
      usage: { ...writeUsage(this.#usage), ...this.#own.at('usage') },
    };
    return [frameOf({ type: 'message_start', message })];
  }
}
