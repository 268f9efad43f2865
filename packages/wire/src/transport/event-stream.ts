/**
 * Amazon's binary event stream (BDR-015): bytes to frames. Each message starts with its length, has headers that describe it,
 * and checksums. The codec is an optional package, loaded with the first stream.
 */
import { ProviderError } from '../failure/errors.ts';
import { asObject, asText, parseJson } from '../json/json.ts';
import type { Frame } from './frame.ts';
import { longestFrame, tooLong } from './limits.ts';
import { loadPeer } from './load-peer.ts';

type Codecs = typeof import('@smithy/core/event-streams');
type Codec = InstanceType<Codecs['EventStreamCodec']>;

/** The total length, the length of the headers, and a checksum of both. */
const preludeLength = 12;

export async function* readEventStream(
  chunks: AsyncIterable<Uint8Array>,
  provider: string,
  longest: number = longestFrame,
): AsyncGenerator<Frame, void, undefined> {
  const codec = await openCodec();
  let rest = new Uint8Array(0);
  for await (const chunk of chunks) {
    rest = joined(rest, chunk);
    for (let length = lengthOf(rest); length !== undefined; length = lengthOf(rest)) {
      if (length > longest) throw new ProviderError(provider, tooLong('event', longest));
      if (length <= preludeLength) throw broken(provider);
      if (rest.length < length) break;
      yield frameOf(codec, rest.subarray(0, length), provider);
      rest = rest.slice(length);
    }
  }
  // The rest is incomplete: the stream was cut off.
}

/** Encodes one frame as a message of such a stream. */
export async function openEventStreamWriter(): Promise<(frame: Frame) => Uint8Array> {
  const codec = await openCodec();
  return ({ event = '', data }) => {
    const isException = /exception$/i.test(event);
    const kind = isException ? ':exception-type' : ':event-type';
    return codec.encode({
      headers: {
        [kind]: { type: 'string', value: event },
        ':content-type': { type: 'string', value: 'application/json' },
        ':message-type': { type: 'string', value: isException ? 'exception' : 'event' },
      },
      body: new TextEncoder().encode(data),
    });
  };
}

async function openCodec(): Promise<Codec> {
  const { EventStreamCodec } = await loadPeer<Codecs>('@smithy/core/event-streams', 'bedrock');
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return new EventStreamCodec(
    (bytes) => (typeof bytes === 'string' ? bytes : decoder.decode(bytes)),
    (text) => encoder.encode(text),
  );
}

function joined(rest: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(rest.length + chunk.length);
  all.set(rest);
  all.set(chunk, rest.length);
  return all;
}

/** Undefined while even the length is incomplete. */
function lengthOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < 4) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
}

/** BDR-017: an exception is an event with its own name; an error has its text in the headers. */
function frameOf(codec: Codec, bytes: Uint8Array, provider: string): Frame {
  const { headers, body } = decoded(codec, bytes, provider);
  const text = (name: string): string => String(headers[name]?.value ?? '');
  const data = new TextDecoder().decode(body);
  switch (text(':message-type')) {
    case 'exception':
      return { event: text(':exception-type'), data };
    case 'error': {
      const code = text(':error-code');
      return {
        event: /exception$/i.test(code) ? code : `${code}Exception`,
        data: JSON.stringify({ message: text(':error-message') }),
      };
    }
    default:
      return { event: text(':event-type'), data };
  }
}

function decoded(codec: Codec, bytes: Uint8Array, provider: string): ReturnType<Codec['decode']> {
  try {
    return codec.decode(bytes);
  } catch {
    throw broken(provider);
  }
}

function broken(provider: string): ProviderError {
  return new ProviderError(provider, { reason: 'network', message: 'The stream has an incomplete event.' });
}

/**
 * The stream of Bedrock's InvokeModel (BDR-015, BDR-017): messages of the event stream that contain the events of the model's own API
 * as base64. Any other message is an exception, and becomes that API's error event.
 */
export async function* readInvokeStream(
  chunks: AsyncIterable<Uint8Array>,
  provider: string,
): AsyncGenerator<Frame, void, undefined> {
  for await (const { event = '', data } of readEventStream(chunks, provider)) {
    const body = asObject(parseJson(data)) ?? {};
    if (event === 'chunk') yield { data: decodeBase64(asText(body['bytes'])) };
    else
      yield {
        event: 'error',
        data: JSON.stringify({ type: 'error', error: { type: event, message: messageOf(body) } }),
      };
  }
}

/** Works in Node and in browsers. */
function decodeBase64(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

function messageOf(body: Readonly<Record<string, unknown>>): string {
  const message = body['message'] ?? body['Message'] ?? body['originalMessage'];
  return typeof message === 'string' ? message : 'The stream ended with an exception.';
}
