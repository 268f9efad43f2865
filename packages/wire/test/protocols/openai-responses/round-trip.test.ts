/** What we write as a server, we read as a client: complete and streamed. */
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { protocolOf } from '../../../src/index.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import { head, joinDeltas, replies } from './replies.ts';

const openaiResponses = protocolOf('openai-responses');

function streamed(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const encoding = openaiResponses.startEncoding(head);
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  const decoding = openaiResponses.startDecoding();
  return [...frames.flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
}

function whole(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  return openaiResponses.decodeResponse(openaiResponses.encodeResponse(events, head));
}

test(
  'reads back a reply written as a stream',
  () =>
    holds(replies, 300, (events) => {
      expect(joinDeltas(streamed(events))).toEqual(joinDeltas(events));
    }),
  patience,
);

test(
  'reads back a reply written whole',
  () =>
    holds(replies, 300, (events) => {
      expect(whole(events)).toEqual(joinDeltas(events));
    }),
  patience,
);

test('writes texts of one message item as one and reads two texts back', () => {
  const seal = { field: 'message', value: '', item: 'msg_1' };
  const events: readonly ReplyEvent[] = [
    { type: 'reply-start', id: 'resp_1', model: 'gpt-5.6' },
    { type: 'text-delta', index: 0, text: 'a' },
    { type: 'text-end', index: 0, seal },
    { type: 'text-delta', index: 1, text: 'b' },
    { type: 'text-end', index: 1, seal },
    { type: 'reply-end', stop: 'end', rawStop: 'completed' },
  ];
  expect(openaiResponses.encodeResponse(events, head)['output']).toEqual([
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'a', annotations: [] },
        { type: 'output_text', text: 'b', annotations: [] },
      ],
    },
  ]);
  expect(whole(events)).toEqual([...events.slice(0, 2), events[3], events[2], events[4], events[5]]);
});

test('a call that was cut off has no end, streamed or whole, so nothing runs it', () => {
  const events: readonly ReplyEvent[] = [
    { type: 'reply-start', id: 'resp_1', model: 'gpt-5.6' },
    { type: 'call-start', index: 0, rawId: 'call_0', name: 'read' },
    { type: 'call-delta', index: 0, text: '{"path":' },
    { type: 'reply-end', stop: 'max-tokens', rawStop: 'max_output_tokens' },
  ];
  expect(whole(events)).toEqual(events);
  expect(streamed(events)).toEqual(events);
});

test.each([
  { reason: 'rate-limit', message: 'Rate limit reached for gpt-5.1. Please try again in 11.054s.', wait: 11_054 },
  { reason: 'overloaded', message: 'The server is overloaded.' },
  { reason: 'context-overflow', message: 'Your input exceeds the context window of this model.' },
  { reason: 'server', message: 'The server had an error.' },
] as const)('OAR-027 a failure inside a stream keeps its reason: $reason', ({ reason, message, ...hint }) => {
  const events: readonly ReplyEvent[] = [
    { type: 'reply-start', id: 'resp_1', model: 'gpt-5.6' },
    { type: 'reply-error', failure: { reason, message } },
  ];
  const last = streamed(events).at(-1);
  expect(last).toMatchObject({ type: 'reply-error', failure: { reason, message } });
  const read = last?.type === 'reply-error' ? last.failure.retryAfterMs : undefined;
  expect(read).toBe('wait' in hint ? hint.wait : undefined);
});

test('items that overlap reach a client of the same API in their order', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' };
  const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] };
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}' };
  const items = [reasoning, message, call];
  const events = [
    ...[reasoning, { ...message, content: [] }, call].map((item, at) => ({ type: 'added', output_index: at, item })),
    ...items.map((item, at) => ({ type: 'done', output_index: at, item })).reverse(),
  ].map(({ type, ...event }) => ({ type: `response.output_item.${type}`, ...event }));
  const decoding = openaiResponses.startDecoding({ ownFields: true });
  const encoding = openaiResponses.startEncoding(head);
  const bodies = [...events, { type: 'response.completed', response: { status: 'completed' } }];
  const written = bodies
    .flatMap((body) => decoding.frame({ data: JSON.stringify(body) }))
    .flatMap((event) => encoding.event(event));
  const last = JSON.parse([...written, ...encoding.end()].at(-1)?.data ?? '');
  const ends = written.map(({ data }) => JSON.parse(data)).filter(({ type }) => type === 'response.output_item.done');
  expect(last.response.output.map(({ id }: { readonly id: string }) => id)).toEqual(['rs_1', 'msg_1', 'fc_1']);
  expect(ends.map(({ output_index: at, item }) => [at, item.id])).toEqual([
    [2, 'fc_1'],
    [1, 'msg_1'],
    [0, 'rs_1'],
  ]);
});

test('thinking that is no summary reaches a client of the same API as what it is', () => {
  const item = { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] };
  const response = { id: 'resp_1', model: 'gpt-oss', status: 'completed', output: [item] };
  const events = openaiResponses.decodeResponse(response, { ownFields: true });
  expect(openaiResponses.encodeResponse(events, head)['output']).toEqual([item]);
  const encoding = openaiResponses.startEncoding(head);
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  const place = { item_id: 'rs_1', output_index: 0, content_index: 0 };
  const bodies = frames.map(({ data }) => {
    const { sequence_number: _, ...body } = JSON.parse(data);
    return body;
  });
  expect(bodies.slice(2, -1)).toEqual([
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } },
    { type: 'response.content_part.added', ...place, part: { type: 'reasoning_text', text: '' } },
    { type: 'response.reasoning_text.delta', ...place, delta: 'Hm.' },
    { type: 'response.reasoning_text.done', ...place, text: 'Hm.' },
    { type: 'response.content_part.done', ...place, part: { type: 'reasoning_text', text: 'Hm.' } },
    { type: 'response.output_item.done', output_index: 0, item },
  ]);
  const decoding = openaiResponses.startDecoding({ ownFields: true });
  expect(frames.flatMap((frame) => decoding.frame(frame))).toEqual(expect.arrayContaining([...events].slice(1, -1)));
});
