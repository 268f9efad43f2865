/** What we write as a server, we read as a client: complete and streamed. */
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { protocolOf } from '../../../src/index.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import { streamedReplies, wholeReplies } from './replies.ts';

const ollamaChat = protocolOf('ollama-chat');

const head = { id: 'r1', model: 'qwen3', created: 1_700_000_000 };

function streamed(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const encoding = ollamaChat.startEncoding(head);
  const decoding = ollamaChat.startDecoding();
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  return [...frames.flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
}

test(
  'OLL-001 a streamed reply survives a round trip',
  () =>
    holds(streamedReplies, 300, (events) => {
      expect(streamed(events)).toEqual(events);
    }),
  patience,
);

test(
  'a whole reply survives a round trip',
  () =>
    holds(wholeReplies, 300, (events) => {
      const body = JSON.parse(JSON.stringify(ollamaChat.encodeResponse(events, head)));
      expect(ollamaChat.decodeResponse(body)).toEqual(events);
    }),
  patience,
);

test('a picture survives a round trip, with the type detected from its first bytes', () => {
  const block = { type: 'media', mimeType: 'image/jpeg', data: '/9j/4AAQ', encoding: 'base64' } as const;
  const events: readonly ReplyEvent[] = [
    { type: 'reply-start', model: 'qwen3' },
    { type: 'text-delta', index: 0, text: 'Here:' },
    { type: 'text-end', index: 0 },
    { type: 'media', index: 1, block },
    { type: 'reply-end', stop: 'end', rawStop: 'stop' },
  ];
  expect(streamed(events)).toEqual(events);
  expect(ollamaChat.decodeResponse(ollamaChat.encodeResponse(events, head))).toEqual(events);
});

test('OLL-008 an error survives a round trip, after the text', () => {
  const events: readonly ReplyEvent[] = [
    { type: 'reply-start', model: 'qwen3' },
    { type: 'text-delta', index: 0, text: 'So' },
    { type: 'text-end', index: 0 },
    { type: 'reply-error', failure: { reason: 'server', message: 'the runner has died', status: 200 } },
  ];
  expect(streamed(events)).toEqual(events);
  expect(ollamaChat.decodeResponse(ollamaChat.encodeResponse(events, head))).toEqual([events[3]]);
});
