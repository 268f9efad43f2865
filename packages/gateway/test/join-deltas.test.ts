/** Pieces of one block that came together are passed on as one, in the same order and with the same text. */
import type { ReplyEvent } from '@interlock/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinDeltas } from '../src/exchange/join-deltas.ts';

const delta = fc.record({
  type: fc.constantFrom('text-delta' as const, 'thinking-delta' as const, 'call-delta' as const),
  index: fc.constantFrom(0, 1),
  text: fc.string({ maxLength: 3 }),
});
const other: fc.Arbitrary<ReplyEvent> = fc.constantFrom(
  { type: 'text-end', index: 0 },
  { type: 'reply-fields', protocol: 'openai-chat', place: 'choice', fields: { logprobs: 1 } },
  { type: 'reply-end', stop: 'end' },
);

/** Every letter by itself: what was joined and what was not look the same. */
function letters(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  return events.flatMap((event): readonly ReplyEvent[] => {
    return 'text' in event ? [...event.text].map((text) => ({ ...event, text })) : [event];
  });
}

test('joined events say the same letters in the same order, and no neighbours could still be one', () => {
  const given = fc.array(fc.oneof({ weight: 4, arbitrary: delta }, other), { maxLength: 30 });
  const blockOf = (event: ReplyEvent | undefined): string => {
    return event !== undefined && 'text' in event ? `${event.type} ${event.index}` : '';
  };
  fc.assert(
    fc.property(given, (events) => {
      const joined = joinDeltas(events);
      const left = joined.filter((event, at) => blockOf(event) !== '' && blockOf(event) === blockOf(joined[at + 1]));
      expect([letters(joined), left]).toEqual([letters(events), []]);
    }),
  );
});
