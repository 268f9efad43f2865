/** A whole response as the events it would have been streamed as. */
import type { JsonValue } from '@interlock/transcript';
import { jsonText } from '@interlock/transcript';
import { asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import { failureInside } from '../failures.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  const response = asObject(body);
  const reading = new ReplyReading();
  const message = asObject(asObject(response?.['output'])?.['message']);
  if (response === undefined) return reading.fail({ reason: 'server', message: 'The response is not a message.' });
  if (message === undefined) return reading.fail(failureInside('', jsonText(response)));
  reading.count(response['usage']);
  const begun = [...reading.start(), ...reading.readAll(message['content'])];
  return [...begun, ...reading.finish(asText(response['stopReason']))];
}
