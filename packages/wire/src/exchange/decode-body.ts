/**
 * The events of a body that is there as a whole: a response, or a stream that someone sent although none was asked for. What is
 * neither is a failure that says what it looks like.
 */
import type { JsonValue } from '@interlock/transcript';
import { parseJson } from '../json/json.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { ReplyEvent } from '../reply/events.ts';
import { parseFrames } from '../transport/frames.ts';

export function decodeBody(protocol: ClientProtocol, response: string | JsonValue): readonly ReplyEvent[] {
  if (typeof response !== 'string') return protocol.decodeResponse(response);
  const text = response.replace(/^\uFEFF/, '');
  const body = parseJson(text);
  if (body !== undefined) return protocol.decodeResponse(body);
  const framing = textFraming(protocol);
  return isStream(framing, text) ? decodeFrames(protocol, framing, text) : [failureOf(text)];
}

/** What a stream that came as text can be: whatever else the protocol's streams are, they are not text. */
function textFraming({ framing }: ClientProtocol): 'sse' | 'ndjson' {
  return framing === 'ndjson' ? framing : 'sse';
}

/** The first line of an event stream is a field or a comment; that of newline-delimited JSON is an object of its own. */
function isStream(framing: 'sse' | 'ndjson', text: string): boolean {
  const first = text.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? '';
  return framing === 'sse' ? /^(?:(?:data|event|id|retry)\s*:|:)/.test(first) : parseJson(first) !== undefined;
}

function decodeFrames(protocol: ClientProtocol, framing: 'sse' | 'ndjson', text: string): readonly ReplyEvent[] {
  const decoding = protocol.startDecoding();
  return [...parseFrames(framing, text).flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
}

function failureOf(text: string): ReplyEvent {
  const message = /^\s*</.test(text)
    ? 'The provider answered with a web page. Check the address of the endpoint, and any proxy on the way to it.'
    : 'The provider answered with something that is not JSON.';
  return { type: 'reply-error', failure: { reason: 'server', message } };
}
