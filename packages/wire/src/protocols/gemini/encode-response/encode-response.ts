/** A reply as one whole response: one candidate, and one part for each block in the order in which they began. */
import type { JsonObject } from '@interlock/transcript';
import { asText } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { ReplyHead } from '../../protocol.ts';
import { encodeMedia } from '../encode-media.ts';
import { encodeFailure } from '../failures.ts';
import { encodeUsage, finishReasons } from '../finish.ts';
import { encodeServerResult } from '../server-tool.ts';
import { signed } from '../signature.ts';
import { type CallEnd, encodeCall, encodeHead, encodeText } from './encode-parts.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const parts = new Map<number, JsonObject>();
  const calls = new Map<number, CallEnd>();
  let finish: JsonObject = {};
  let usage: JsonObject = {};
  for (const event of events) {
    if (event.type === 'reply-error') return encodeFailure(event.failure).body;
    if (event.type === 'reply-end') finish = { finishReason: finishReasons[event.stop] };
    if (event.type === 'usage') usage = { usageMetadata: encodeUsage(event.usage) };
    if (event.type === 'call-end') calls.set(event.index, event);
    setPart(parts, event, calls);
  }
  const inOrder = [...parts].sort(([one], [other]) => one - other).map(([, part]) => part);
  const candidate = { content: { role: 'model', parts: inOrder }, ...finish, index: 0 };
  return { candidates: [candidate], ...usage, ...encodeHead(head) };
}

function setPart(parts: Map<number, JsonObject>, event: ReplyEvent, calls: ReadonlyMap<number, CallEnd>): void {
  switch (event.type) {
    case 'text-delta':
    case 'thinking-delta': {
      const text = asText(parts.get(event.index)?.['text']) + event.text;
      if (text !== '') parts.set(event.index, encodeText(event.type === 'text-delta' ? 'text' : 'thinking', text));
      return;
    }
    case 'text-end':
    case 'thinking-end': {
      if (event.seal === undefined) return;
      const kind = event.type === 'text-end' ? 'text' : 'thinking';
      const text = asText(parts.get(event.index)?.['text']);
      const signature = signed(event.seal);
      if (text !== '' || signature !== undefined) parts.set(event.index, { ...encodeText(kind, text), ...signature });
      return;
    }
    case 'call-end':
      parts.set(event.index, encodeCall(event));
      return;
    case 'provider-result':
      parts.set(event.index, encodeServerResult(event, calls.get(event.call)));
      return;
    case 'media':
      parts.set(event.index, encodeMedia(event.block));
  }
}
