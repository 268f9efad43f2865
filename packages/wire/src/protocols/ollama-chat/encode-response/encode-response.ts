/** A reply as one whole response: one message that holds all thinking, all text and all calls. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { encodeCall, encodeEnd, encodeHead, encodeUsage } from './encode-parts.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const texts = { 'thinking-delta': '', 'text-delta': '' };
  const calls: JsonValue[] = [];
  const images: string[] = [];
  let end: JsonObject = encodeEnd('end');
  let counts: JsonObject = {};
  for (const event of events) {
    if (event.type === 'reply-error') return encodeFailure(event.failure).body;
    if (event.type === 'thinking-delta' || event.type === 'text-delta') texts[event.type] += event.text;
    if (event.type === 'call-end' && event.executor !== 'provider') calls.push(encodeCall(event, calls.length));
    if (event.type === 'media' && event.block.encoding === 'base64') images.push(event.block.data);
    if (event.type === 'usage') counts = encodeUsage(event.usage);
    if (event.type === 'reply-end') end = encodeEnd(event.stop);
  }
  const message = {
    role: 'assistant',
    content: texts['text-delta'],
    ...(texts['thinking-delta'] === '' ? {} : { thinking: texts['thinking-delta'] }),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return { ...encodeHead(head), message, ...end, ...counts };
}
