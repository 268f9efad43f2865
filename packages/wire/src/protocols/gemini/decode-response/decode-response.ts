/** A whole response as events. A list of chunks, which is how a stream without SSE looks, is read as one. */
import type { JsonValue } from '@interlock/transcript';
import type { ReplyEvent } from '../../../reply/events.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  const reader = new ReplyReading();
  return [...reader.read(body), ...reader.end(true)];
}
