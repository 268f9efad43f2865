/** Reads a response that came in one piece. */
import type { JsonValue } from '@interlock/transcript';
import { asObject } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  const reading = new ReplyReading();
  const line = asObject(body);
  if (line === undefined || (line['message'] === undefined && line['error'] === undefined)) {
    return reading.fail({ reason: 'server', message: 'The response is not a chat message.' });
  }
  const events = reading.read(line);
  // The whole answer is here, whether or not it says so.
  return reading.over ? events : [...events, ...reading.finish(line)];
}
