/** What we write as a server, we read as a client: complete and streamed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { protocolOf } from '../../../src/index.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import { joinDeltas, replies, replyHead } from './replies.ts';

const openaiChat = protocolOf('openai-chat');

function streamed(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const encoding = openaiChat.startEncoding(replyHead);
  const decoding = openaiChat.startDecoding();
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  return [...frames.flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
}

/** The same answer, split differently. */
function recut(events: readonly ReplyEvent[], size: number): readonly ReplyEvent[] {
  return joinDeltas(events).flatMap((event): readonly ReplyEvent[] => {
    if (!('text' in event)) return [event];
    const letters = [...event.text];
    const count = Math.ceil(letters.length / size);
    return Array.from({ length: count }, (_, at) => ({
      ...event,
      text: letters.slice(at * size, at * size + size).join(''),
    }));
  });
}

test(
  'a streamed reply survives a round trip',
  () =>
    holds(replies, 300, (events) => {
      expect(streamed(events)).toEqual(events);
    }),
  patience,
);

test(
  'a streamed reply survives a round trip however it is split',
  () =>
    holds(fc.tuple(replies, fc.integer({ min: 1, max: 5 })), 300, ([events, size]) => {
      expect(joinDeltas(streamed(recut(events, size)))).toEqual(joinDeltas(events));
    }),
  patience,
);

test(
  'a whole reply survives a round trip',
  () =>
    holds(replies, 300, (events) => {
      const body = JSON.parse(JSON.stringify(openaiChat.encodeResponse(events, replyHead)));
      expect(openaiChat.decodeResponse(body)).toEqual(joinDeltas(events));
    }),
  patience,
);

test('an error survives a round trip, after the text', () => {
  const events: readonly ReplyEvent[] = [
    { type: 'reply-start', id: replyHead.id, model: replyHead.model },
    { type: 'text-delta', index: 0, text: 'So' },
    { type: 'text-end', index: 0 },
    {
      type: 'reply-error',
      failure: { reason: 'context-overflow', message: 'too long', status: 200, code: 'context_length_exceeded' },
    },
  ];
  expect(streamed(events)).toEqual(events);
  expect(openaiChat.decodeResponse(openaiChat.encodeResponse(events, replyHead))).toEqual([events[3]]);
});

test('an answer without an end does not look finished', () => {
  const events: readonly ReplyEvent[] = [
    { type: 'reply-start', id: replyHead.id, model: replyHead.model },
    { type: 'text-delta', index: 0, text: 'So' },
  ];
  expect(streamed(events).map(({ type }) => type)).toEqual(['reply-start', 'text-delta', 'text-end', 'reply-error']);
});
