import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { protocolOf } from '../../../src/index.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import { interleavedReplies, joinDeltas, replies, replyHead } from './replies.ts';

const anthropicMessages = protocolOf('anthropic-messages');

const { decodeResponse, encodeResponse, startDecoding, startEncoding } = anthropicMessages;

function throughStream(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const encoding = startEncoding(replyHead);
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  const decoding = startDecoding();
  return [...frames.flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
}

test(
  'reads back a reply written whole',
  () =>
    holds(replies, 300, (events) => {
      expect(joinDeltas(decodeResponse(encodeResponse(events, replyHead)))).toEqual(joinDeltas(events));
    }),
  patience,
);

test(
  'reads back a reply written as a stream',
  () =>
    holds(replies, 300, (events) => {
      expect(joinDeltas(throughStream(events))).toEqual(joinDeltas(events));
    }),
  patience,
);

test(
  'writes blocks that grow at the same time one after the other',
  () =>
    holds(interleavedReplies, 300, ([orderly, interleaved]) => {
      expect(joinDeltas(throughStream(interleaved))).toEqual(joinDeltas(orderly));
    }),
  patience,
);

test(
  'a reply cut anywhere is either whole or cut off',
  () =>
    holds(fc.tuple(replies, fc.nat()), 200, ([events, at]) => {
      const cut = events.slice(0, at % events.length);
      expect(throughStream(cut).at(-1)).toMatchObject({ type: 'reply-error', failure: { reason: 'server' } });
    }),
  patience,
);
