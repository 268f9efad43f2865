/** Writes a reply as a complete response of this API. */
import { canonicalSuffix, type JsonObject, rawArgumentsKey } from '@interlock/transcript';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import { spokenText } from '../../../shape/spoken-text.ts';
import { argumentsObject } from '../../../tools/arguments-object.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeFailure, exceptionName, messageOf } from '../failures.ts';
import { writeStop } from '../stop-reasons.ts';
import { writeUsage } from '../usage.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const blocks = new Map<number, JsonObject>();
  const texts = new Map<number, string>();
  let usage: Usage | undefined;
  let stop = 'end_turn';
  for (const event of events) {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        texts.set(event.index, (texts.get(event.index) ?? '') + event.text);
        break;
      case 'text-end':
        blocks.set(event.index, { text: texts.get(event.index) ?? '' });
        break;
      case 'thinking-end':
        blocks.set(event.index, thinkingBlock(texts.get(event.index) ?? '', event.seal));
        break;
      case 'call-end':
        if (event.executor !== 'provider') blocks.set(event.index, callBlock(event, head));
        break;
      case 'media':
        blocks.set(event.index, { text: spokenText(event.block) });
        break;
      case 'usage':
        usage = event.usage;
        break;
      case 'reply-end':
        stop = writeStop(event.stop, event.rawStop);
        break;
      case 'reply-error':
        return encodeFailure(event.failure).body;
    }
  }
  const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
  return {
    output: { message: { role: 'assistant', content } },
    stopReason: stop,
    usage: writeUsage(usage),
    metrics: { latencyMs: 0 },
  };
}

/** Another provider's seal is meaningless to a client of this API. */
function thinkingBlock(text: string, seal: Extract<ReplyEvent, { type: 'thinking-end' }>['seal']): JsonObject {
  if (seal?.field === 'redacted_thinking') return { reasoningContent: { redactedContent: seal.value } };
  const signature = seal?.field === 'signature' ? { signature: seal.value } : {};
  return { reasoningContent: { reasoningText: { text, ...signature } } };
}

/** Arguments that are not an object are passed on unchanged in one: the client's tool would get nothing otherwise. */
function callBlock(event: Extract<ReplyEvent, { type: 'call-end' }>, head: ReplyHead): JsonObject {
  const input = argumentsObject(event.arguments) ?? { [rawArgumentsKey]: event.arguments };
  return { toolUse: { toolUseId: callId(event, head), name: event.name, input } };
}

/**
 * Writes a reply as a stream of this API (CNV-028). Blocks may be interleaved, each under its number, so nothing waits except a
 * call without a name.
 */
export function startEncoding(head: ReplyHead): Encoding {
  return new StreamEncoding(head);
}

type CallEvent = Extract<ReplyEvent, { type: 'call-start' | 'call-end' }>;

class StreamEncoding implements Encoding {
  readonly #head: ReplyHead;
  /** Calls that were started on the wire, with how much of their arguments was sent. */
  readonly #calls = new Map<number, number>();
  #started = false;
  #usage: Usage | undefined;
  #stop: string | undefined;
  #failed = false;

  constructor(head: ReplyHead) {
    this.#head = head;
  }

  event(event: ReplyEvent): readonly Frame[] {
    if (event.type === 'usage') this.#usage = event.usage;
    if (this.#failed || this.#stop !== undefined || event.type === 'usage') return [];
    if (event.type === 'reply-error') {
      this.#failed = true;
      return [frameOf(exceptionName(event.failure), { message: messageOf(event.failure) })];
    }
    if (event.type !== 'reply-end') return [...this.#start(), ...this.#block(event)];
    this.#stop = writeStop(event.stop, event.rawStop);
    return [...this.#start(), frameOf('messageStop', { stopReason: this.#stop })];
  }

  /** The counts wait for those that come after the reason. */
  end(): readonly Frame[] {
    if (this.#failed) return [];
    this.#failed = true;
    if (this.#stop === undefined) return [frameOf('internalServerException', { message: 'The reply was cut off.' })];
    return [frameOf('metadata', { usage: writeUsage(this.#usage), metrics: { latencyMs: 0 } })];
  }

  #start(): readonly Frame[] {
    if (this.#started) return [];
    this.#started = true;
    return [frameOf('messageStart', { role: 'assistant' })];
  }

  #block(event: ReplyEvent): readonly Frame[] {
    switch (event.type) {
      case 'text-delta':
        return [delta(event.index, { text: event.text })];
      case 'thinking-delta':
        return [delta(event.index, { reasoningContent: { text: event.text } })];
      case 'text-end':
        return [stop(event.index)];
      case 'thinking-end':
        return [...sealDelta(event), stop(event.index)];
      case 'call-start':
        return event.name === '' ? [] : this.#openCall(event);
      case 'call-delta':
        return this.#arguments(event.index, event.text);
      case 'call-end':
        return this.#endCall(event);
      case 'media':
        return [delta(event.index, { text: spokenText(event.block) }), stop(event.index)];
      default:
        return [];
    }
  }

  /** Tools that the provider ran have no block here: the model's text has their outcome. */
  #openCall(event: CallEvent): readonly Frame[] {
    if (event.executor === 'provider' || this.#calls.has(event.index)) return [];
    this.#calls.set(event.index, 0);
    const toolUse = { toolUseId: callId(event, this.#head), name: event.name };
    return [frameOf('contentBlockStart', { contentBlockIndex: event.index, start: { toolUse } })];
  }

  #arguments(index: number, text: string): readonly Frame[] {
    const sent = this.#calls.get(index);
    if (sent === undefined || text === '') return [];
    this.#calls.set(index, sent + text.length);
    return [delta(index, { toolUse: { input: text } })];
  }

  /** Sends the arguments that were not streamed. */
  #endCall(event: Extract<CallEvent, { type: 'call-end' }>): readonly Frame[] {
    const opened = this.#openCall(event);
    const sent = this.#calls.get(event.index);
    if (sent === undefined) return [];
    return [...opened, ...this.#arguments(event.index, event.arguments.slice(sent)), stop(event.index)];
  }
}

function sealDelta({ index, seal }: Extract<ReplyEvent, { type: 'thinking-end' }>): readonly Frame[] {
  if (seal?.field === 'signature') return [delta(index, { reasoningContent: { signature: seal.value } })];
  if (seal?.field !== 'redacted_thinking') return [];
  return [delta(index, { reasoningContent: { redactedContent: seal.value } })];
}

function delta(index: number, fields: JsonObject): Frame {
  return frameOf('contentBlockDelta', { contentBlockIndex: index, delta: fields });
}

function stop(index: number): Frame {
  return frameOf('contentBlockStop', { contentBlockIndex: index });
}

function frameOf(event: string, data: JsonObject): Frame {
  return { event, data: JSON.stringify(data) };
}

/** An id that we can map back to the canonical one, otherwise the valid part of the provider's, otherwise a unique one. */
function callId(
  { id, rawId, index }: Extract<ReplyEvent, { type: 'call-start' | 'call-end' }>,
  head: ReplyHead,
): string {
  if (id !== undefined) return `toolu_${canonicalSuffix(id)}`;
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(rawId)) return rawId;
  return `tooluse_${head.id.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 40)}_${index}`;
}
