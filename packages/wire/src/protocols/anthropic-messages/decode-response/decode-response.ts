/** A whole response as the events it would have been streamed as. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import { failureInside } from '../failures.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  const message = asObject(body);
  const reading = new ReplyReading();
  if (message === undefined) return reading.fail({ reason: 'server', message: 'The response is not a message.' });
  // ANT-073: an error can come with status 200.
  const content = contentOf(message);
  if (message['type'] === 'error' || content === undefined) return reading.fail(failureInside(message));
  const begun = [...reading.start(message), ...reading.readAll(content)];
  return [...begun, ...reading.finish(asText(message['stop_reason']))];
}

/** A list of blocks. Proxies write a text alone as text, and an answer that holds nothing as null. */
export function contentOf(message: JsonObject): readonly JsonValue[] | undefined {
  const content = message['content'];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (content === null && asText(message['stop_reason']) !== '') return [];
  return Array.isArray(content) ? asArray(content) : undefined;
}
