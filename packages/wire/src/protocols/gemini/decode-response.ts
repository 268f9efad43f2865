/** A whole response as events. A list of chunks, which is how a stream without SSE looks, is read as one. */
import type { JsonValue } from '@interlock/transcript';
import type { ReplyEvent } from '../../events.ts';
import { ReplyReader } from './reply-reader.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  const reader = new ReplyReader();
  return [...reader.read(body), ...reader.end(true)];
}
