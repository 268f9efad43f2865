/** Pieces of one block that came together become one piece: a frame for each would cost the gateway and its client more than what is in it. */
import type { ReplyEvent } from '@interlock/wire';

type Delta = Extract<ReplyEvent, { readonly type: 'text-delta' | 'thinking-delta' | 'call-delta' }>;

/** The same events in the same order. Only neighbours are joined. */
export function joinDeltas(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  if (events.length < 2) return events;
  const joined: ReplyEvent[] = [];
  for (const event of events) {
    const before = joined.at(-1);
    const isMore = before !== undefined && isDelta(before) && isDelta(event);
    if (isMore && before.type === event.type && before.index === event.index) {
      joined[joined.length - 1] = { ...before, text: before.text + event.text };
    } else joined.push(event);
  }
  return joined;
}

function isDelta(event: ReplyEvent): event is Delta {
  return event.type === 'text-delta' || event.type === 'thinking-delta' || event.type === 'call-delta';
}
