/**
 * The stream of Bedrock's InvokeModel (BDR-015, BDR-017): messages of the event stream, with the events of the model's own API
 * inside as base64. Anything else is an exception, and reads as that API's error.
 */
import { asObject, asText, parseJson } from '../json/json.ts';
import { readEventStream } from './event-stream.ts';
import type { Frame } from './frame.ts';

export async function* readInvokeStream(
  chunks: AsyncIterable<Uint8Array>,
  provider: string,
): AsyncGenerator<Frame, void, undefined> {
  for await (const { event = '', data } of readEventStream(chunks, provider)) {
    const body = asObject(parseJson(data)) ?? {};
    if (event === 'chunk') yield { data: textOf(asText(body['bytes'])) };
    else
      yield {
        event: 'error',
        data: JSON.stringify({ type: 'error', error: { type: event, message: messageOf(body) } }),
      };
  }
}

/** Works in Node and in browsers. */
function textOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

function messageOf(body: Readonly<Record<string, unknown>>): string {
  const message = body['message'] ?? body['Message'] ?? body['originalMessage'];
  return typeof message === 'string' ? message : 'The stream ended with an exception.';
}
