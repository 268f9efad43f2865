/** Reads a response that came in one piece. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  // Some gateways put an error into a list of one.
  const response = asObject(body) ?? asObject(asArray(body)[0]);
  const reading = new ReplyReading();
  const events = response === undefined ? [] : reading.read(response);
  if (reading.over) return events;
  if (asObject(asArray(response?.['choices'])[0]) === undefined) {
    return reading.fail({ reason: 'server', message: 'The response holds no answer.' });
  }
  // The whole answer is here, whether or not it says why it ended.
  return [...events, ...reading.finish()];
}
