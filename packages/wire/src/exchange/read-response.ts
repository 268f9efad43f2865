/**
 * Reads a complete response, or a stream that was not requested, as the answer to a request. Anything else is a failure that
 * describes it.
 */
import type { JsonValue } from '@interlock/transcript';
import { parseJson } from '../json/json.ts';
import type { PreparedRequest, ReplyContext } from '../prepare/prepared-request.ts';
import { startReadingCalls } from '../prompt-tools/read-calls.ts';
import type { ClientProtocol, DecodingOptions } from '../protocols/protocol.ts';
import type { ReplyEvent } from '../reply/events.ts';
import { Gatherer, type Reply } from '../reply/gatherer.ts';
import { startReadingThinking } from '../reply/inline-thinking.ts';
import { parseFrames } from '../transport/frames.ts';

export interface ReadReply extends Reply {
  readonly events: readonly ReplyEvent[];
}

/** `response` is the body, as text or parsed. Never throws: what cannot be read is a failure of the reply. */
export function readResponse(request: Pick<PreparedRequest, 'reply'>, response: string | JsonValue): ReadReply {
  const stages = new ReadingStages(request.reply);
  const events = [...stages.pass(decodeBody(request.reply.protocol, response, request.reply)), ...stages.end()];
  return { ...stages.gatherer.reply(), events };
}

/** The events of a body. */
export function decodeBody(
  protocol: ClientProtocol,
  response: string | JsonValue,
  options?: DecodingOptions,
): readonly ReplyEvent[] {
  if (typeof response !== 'string') return protocol.decodeResponse(response, options);
  const text = response.replace(/^\uFEFF/, '');
  const body = parseJson(text);
  if (body !== undefined) return protocol.decodeResponse(body, options);
  // A stream that came as text is in one of these two formats, whatever the protocol uses.
  const framing = protocol.framing === 'ndjson' ? 'ndjson' : 'sse';
  if (!isStream(framing, text)) return [failureOf(text)];
  const decoding = protocol.startDecoding(options);
  return [...parseFrames(framing, text).flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
}

/** The first line of an event stream is a field or a comment; that of newline-delimited JSON is a complete object. */
function isStream(framing: 'sse' | 'ndjson', text: string): boolean {
  const first = text.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? '';
  return framing === 'sse' ? /^(?:(?:data|event|id|retry)\s*:|:)/.test(first) : parseJson(first) !== undefined;
}

function failureOf(text: string): ReplyEvent {
  const message = /^\s*</.test(text)
    ? 'The provider answered with a web page. Check the address of the endpoint, and any proxy on the way to it.'
    : 'The provider answered with something that is not JSON.';
  return { type: 'reply-error', failure: { reason: 'server', message } };
}

/** The stages after a protocol's decoder: take thinking out of the text, then calls, then build a content. */
export class ReadingStages {
  readonly gatherer: Gatherer;
  readonly #thinking: ReturnType<typeof startReadingThinking> | undefined;
  readonly #calls: ReturnType<typeof startReadingCalls> | undefined;

  constructor(context: ReplyContext) {
    const { thinkingInText, promptTools } = context;
    this.gatherer = new Gatherer(context);
    this.#thinking = thinkingInText === undefined ? undefined : startReadingThinking(thinkingInText);
    this.#calls = promptTools ? startReadingCalls() : undefined;
  }

  pass(decoded: readonly ReplyEvent[]): readonly ReplyEvent[] {
    const thinking = this.#thinking;
    const calls = this.#calls;
    const thought = thinking === undefined ? decoded : decoded.flatMap((event) => thinking.event(event));
    const called = calls === undefined ? thought : thought.flatMap((event) => calls.event(event));
    return called.map((event) => this.gatherer.take(event));
  }

  end(): readonly ReplyEvent[] {
    return (this.#calls?.end() ?? []).map((event) => this.gatherer.take(event));
  }
}
