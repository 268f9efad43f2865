/** A reply as a stream of lines (OLL-001): one for each delta and each call, and a last one with counts and reason. */
import type { JsonObject } from '@interlock/transcript';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { encodeCall, encodeEnd, encodeHead, encodeUsage } from './encode-parts.ts';

export function startEncoding(head: ReplyHead): Encoding {
  const lead = encodeHead(head);
  let calls = 0;
  let counts: JsonObject = {};
  let last: JsonObject | undefined;

  const said = (fields: JsonObject): readonly Frame[] =>
    line({ ...lead, message: { role: 'assistant', content: '', ...fields }, done: false });

  const event = (event: ReplyEvent): readonly Frame[] => {
    if (event.type === 'usage') counts = encodeUsage(event.usage);
    if (last !== undefined) return [];
    switch (event.type) {
      case 'thinking-delta':
        return said({ thinking: event.text });
      case 'text-delta':
        return said({ content: event.text });
      case 'call-end': {
        if (event.executor === 'provider') return [];
        calls += 1;
        return said({ tool_calls: [encodeCall(event, calls - 1)] });
      }
      case 'media':
        return event.block.encoding === 'base64' ? said({ images: [event.block.data] }) : [];
      case 'reply-end':
        last = { ...lead, message: { role: 'assistant', content: '' }, ...encodeEnd(event.stop) };
        return [];
      case 'reply-error': // OLL-008
        last = encodeFailure(event.failure).body;
        return [];
      default:
        return [];
    }
  };

  // The last line waits for counts that come after the reason. A reply that never ended has none, as if cut off.
  const end = (): readonly Frame[] => (last === undefined ? [] : line({ ...last, ...('error' in last ? {} : counts) }));
  return { event, end };
}

function line(value: JsonObject): readonly Frame[] {
  return [{ data: JSON.stringify(value) }];
}
