/** A reply as a stream of chunks: one for each delta, each call and each signature, and a last one with reason and counts. */
import type { JsonObject } from '@interlock/transcript';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeMedia } from '../encode-media.ts';
import { encodeFailure } from '../failures.ts';
import { encodeUsage, finishReasons } from '../finish.ts';
import { encodeServerResult } from '../server-tool.ts';
import { signed } from '../signature.ts';
import { type CallEnd, encodeCall, encodeHead, encodeText } from './encode-parts.ts';

export function startEncoding(head: ReplyHead): Encoding {
  const lead = encodeHead(head);
  const calls = new Map<number, CallEnd>();
  let finish: JsonObject | undefined;
  let usage: JsonObject = {};
  let over = false;

  const part = (part: JsonObject): readonly Frame[] => {
    return frame({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], ...lead });
  };

  const event = (event: ReplyEvent): readonly Frame[] => {
    if (over) return [];
    switch (event.type) {
      case 'thinking-delta':
        return event.text === '' ? [] : part(encodeText('thinking', event.text));
      case 'text-delta':
        return event.text === '' ? [] : part(encodeText('text', event.text));
      // The text is sent by now: its signature comes after it, on an empty part, as Google does it.
      case 'thinking-end':
      case 'text-end': {
        const signature = signed(event.seal);
        if (signature === undefined) return [];
        return part({ ...encodeText(event.type === 'text-end' ? 'text' : 'thinking', ''), ...signature });
      }
      case 'call-end':
        calls.set(event.index, event);
        return part(encodeCall(event));
      case 'provider-result':
        return part(encodeServerResult(event, calls.get(event.call)));
      case 'media':
        return part(encodeMedia(event.block));
      case 'usage':
        usage = { usageMetadata: encodeUsage(event.usage) };
        return [];
      case 'reply-end':
        finish = { finishReason: finishReasons[event.stop] };
        return [];
      case 'reply-error':
        over = true;
        return frame(encodeFailure(event.failure).body);
      default:
        return [];
    }
  };

  /** The counts stand in the last chunk, and may be known only after the reason. */
  const end = (): readonly Frame[] => {
    if (over || finish === undefined) return [];
    over = true;
    const candidate = { content: { role: 'model', parts: [{ text: '' }] }, ...finish, index: 0 };
    return frame({ candidates: [candidate], ...usage, ...lead });
  };
  return { event, end };
}

function frame(value: JsonObject): readonly Frame[] {
  return [{ data: JSON.stringify(value) }];
}
