/** A whole response as the events it would have been streamed as. */
import type { JsonValue } from '@interlock/transcript';
import type { ReplyEvent } from '../../events.ts';
import { asArray, asObject, asText } from '../../json.ts';
import { failureInside } from './failures.ts';
import { ReplyReading } from './reply/reply-reading.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  const message = asObject(body);
  const reading = new ReplyReading();
  if (message === undefined) return reading.fail({ reason: 'server', message: 'The response is not a message.' });
  // ANT-073: an error can come with status 200.
  if (message['type'] === 'error' || !Array.isArray(message['content'])) return reading.fail(failureInside(message));
  const events = [...reading.start(message)];
  asArray(message['content']).forEach((entry, key) => {
    const block = asObject(entry);
    if (block !== undefined) events.push(...reading.open(key, block), ...reading.close(key));
  });
  events.push(...reading.finish(asText(message['stop_reason'])));
  return events;
}
