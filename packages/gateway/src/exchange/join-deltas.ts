/** Joins the deltas of one block that arrived together: fewer frames cost the gateway and its client less. */
import type { ReplyEvent } from '@interlock/wire';

type Delta = Extract<ReplyEvent, { readonly type: 'text-delta' | 'thinking-delta' | 'call-delta' }>;

/** Only neighbours are joined, so the order of events does not change. */
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

/** One with fields of its own stays apart. */
function isDelta(event: ReplyEvent): event is Delta {
  if (event.type === 'thinking-delta') return event.own === undefined;
  return event.type === 'text-delta' || event.type === 'call-delta';
}
