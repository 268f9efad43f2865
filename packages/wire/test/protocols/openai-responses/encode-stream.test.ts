import { expect, test } from 'vitest';
import {
  encodeResponse,
  startEncoding,
} from '../../../src/protocols/openai-responses/encode-response/encode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import { head } from './replies.ts';

function write(events: readonly ReplyEvent[]): readonly unknown[] {
  const encoding = startEncoding(head);
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  return frames.map(({ event, data }) => {
    const body: { type: string } = JSON.parse(data);
    expect(event).toBe(body.type);
    return body;
  });
}

const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_800_000_000,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: 'gpt-5.6',
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: false,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  truncation: 'disabled',
  usage: null,
  metadata: {},
};

const begin = [
  { type: 'response.created', response, sequence_number: 0 },
  { type: 'response.in_progress', response, sequence_number: 1 },
];

/** A reply of another provider's model: it has no seals of this API, so ids are derived. */
const foreign: readonly ReplyEvent[] = [
  { type: 'reply-start', id: 'msg_01', model: 'claude' },
  { type: 'thinking-delta', index: 0, text: 'Hm.' },
  { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'c2ln' } },
  { type: 'text-delta', index: 1, text: 'I ' },
  { type: 'text-delta', index: 1, text: 'look.' },
  { type: 'text-end', index: 1 },
  { type: 'call-start', index: 2, rawId: '', name: '' },
  { type: 'call-delta', index: 2, text: '{}' },
  { type: 'call-end', index: 2, rawId: '', name: 'read', arguments: '{}' },
  { type: 'reply-end', stop: 'tool-calls', rawStop: 'tool_use' },
  { type: 'usage', usage: { input: 3, output: 4, cacheRead: 1 } },
];

const reasoning = { id: 'rs_1_0', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] };
const part = { type: 'output_text', text: 'I look.', annotations: [] };
const message = { id: 'msg_1_1', type: 'message', status: 'completed', role: 'assistant', content: [part] };
const call = {
  id: 'fc_1_2',
  type: 'function_call',
  status: 'completed',
  call_id: 'call_1_2',
  name: 'read',
  arguments: '{}',
};
const finished = {
  ...response,
  status: 'completed',
  output: [reasoning, message, call],
  usage: {
    input_tokens: 3,
    input_tokens_details: { cached_tokens: 1 },
    output_tokens: 4,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 7,
  },
};

test('every event of the documented sequence, with number and position', () => {
  const thought = { item_id: 'rs_1_0', output_index: 0, summary_index: 0 };
  const said = { item_id: 'msg_1_1', output_index: 1, content_index: 0 };
  const called = { item_id: 'fc_1_2', output_index: 2 };
  const events = [
    { type: 'response.output_item.added', output_index: 0, item: { ...reasoning, summary: [] } },
    { type: 'response.reasoning_summary_part.added', ...thought, part: { type: 'summary_text', text: '' } },
    { type: 'response.reasoning_summary_text.delta', ...thought, delta: 'Hm.' },
    { type: 'response.reasoning_summary_text.done', ...thought, text: 'Hm.' },
    { type: 'response.reasoning_summary_part.done', ...thought, part: { type: 'summary_text', text: 'Hm.' } },
    { type: 'response.output_item.done', output_index: 0, item: reasoning },
    {
      type: 'response.output_item.added',
      output_index: 1,
      item: { ...message, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...said, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...said, delta: 'I ', logprobs: [] },
    { type: 'response.output_text.delta', ...said, delta: 'look.', logprobs: [] },
    { type: 'response.output_text.done', ...said, text: 'I look.', logprobs: [] },
    { type: 'response.content_part.done', ...said, part },
    { type: 'response.output_item.done', output_index: 1, item: message },
    { type: 'response.output_item.added', output_index: 2, item: { ...call, status: 'in_progress', arguments: '' } },
    { type: 'response.function_call_arguments.delta', ...called, delta: '{}' },
    { type: 'response.function_call_arguments.done', ...called, arguments: '{}' },
    { type: 'response.output_item.done', output_index: 2, item: call },
    { type: 'response.completed', response: finished },
  ];
  expect(write(foreign)).toEqual([
    ...begin,
    ...events.map((event, index) => ({ ...event, sequence_number: index + 2 })),
  ]);
});

test('the whole response equals the one at the end of the stream', () => {
  expect(encodeResponse(foreign, head)).toEqual(finished);
});

test('a reply that is cut off has failed, and keeps what was finished', () => {
  expect(write(foreign.slice(0, 4)).at(-1)).toEqual({
    type: 'response.failed',
    response: {
      ...response,
      status: 'failed',
      error: { code: 'server_error', message: 'The reply was cut off.' },
      output: [reasoning],
    },
    sequence_number: 11,
  });
});

test('reports a failure in this API’s format', () => {
  const failure = { reason: 'rate-limit', message: 'Slow down.' } as const;
  expect(write([{ type: 'reply-error', failure }])).toEqual([
    ...begin,
    {
      type: 'response.failed',
      response: { ...response, status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow down.' } },
      sequence_number: 2,
    },
  ]);
});

test.each([
  { stop: 'max-tokens', reason: 'max_output_tokens' },
  { stop: 'content-filter', reason: 'content_filter' },
] as const)('a reply that ended with $stop is incomplete', ({ stop, reason }) => {
  expect(encodeResponse([{ type: 'reply-end', stop }], head)).toEqual({
    ...response,
    status: 'incomplete',
    incomplete_details: { reason },
  });
});

test.each(['end', 'tool-calls', 'stop-sequence', 'pause'] as const)(
  'a reply that ended with %s is complete',
  (stop) => {
    expect(encodeResponse([{ type: 'reply-end', stop }], head)).toEqual({ ...response, status: 'completed' });
  },
);

const ids: readonly { title: string; event: ReplyEvent; item: object }[] = [
  {
    title: 'a call with a canonical id uses it',
    event: {
      type: 'call-end',
      index: 0,
      rawId: 'toolu_1',
      id: 'hist_tool_abcdefghijklmnopqrstuvwx',
      name: 'read',
      arguments: '{}',
    },
    item: { ...call, id: 'fc_1_0', call_id: 'call_abcdefghijklmnopqrstuvwx' },
  },
  {
    title: 'a call with a raw id uses it',
    event: { type: 'call-end', index: 0, rawId: 'toolu_1', name: 'read', arguments: '{}' },
    item: { ...call, id: 'fc_1_0', call_id: 'toolu_1' },
  },
  {
    title: 'a picture becomes an image generation item',
    event: {
      type: 'media',
      index: 0,
      block: { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' },
    },
    item: { id: 'ig_1_0', type: 'image_generation_call', status: 'completed', output_format: 'png', result: 'aGk=' },
  },
  {
    title: 'any other medium is described',
    event: {
      type: 'media',
      index: 0,
      block: { type: 'media', mimeType: 'audio/mp3', data: 'aGk=', encoding: 'base64' },
    },
    item: { ...message, id: 'msg_1_0', content: [{ ...part, text: '[audio/mp3 not shown here]' }] },
  },
];

test.each(ids)('$title', ({ event, item }) => {
  const events: readonly ReplyEvent[] = [event, { type: 'reply-end', stop: 'end' }];
  expect(encodeResponse(events, head)).toEqual({ ...response, status: 'completed', output: [item] });
});

test('OAR-005 derived ids have the right form and length, whatever the reply id', () => {
  const long = { ...head, id: `resp_${'x/'.repeat(60)}` };
  const { output } = encodeResponse(
    [
      { type: 'text-end', index: 7 },
      { type: 'reply-end', stop: 'end' },
    ],
    long,
  );
  expect(JSON.stringify(output)).toMatch(/"id":"msg_[a-f0-9]{48}_7"/);
});

test('what another provider ran has no item', () => {
  const named = { index: 0, rawId: 'srvtoolu_1', name: 'web_search', executor: 'provider' } as const;
  const events: readonly ReplyEvent[] = [
    { type: 'call-start', ...named },
    { type: 'call-delta', index: 0, text: '{}' },
    { type: 'call-end', ...named, arguments: '{}' },
    { type: 'provider-result', index: 1, call: 0, result: [], seal: { field: 'web_search_tool_result', value: '[]' } },
    { type: 'reply-end', stop: 'end' },
  ];
  expect(encodeResponse(events, head)).toEqual({ ...response, status: 'completed' });
});

test('entries of OpenRouter that came after the words are no empty item', () => {
  const late: readonly ReplyEvent[] = [
    { type: 'reply-start' },
    { type: 'text-delta', index: 0, text: 'Hey' },
    { type: 'text-end', index: 0 },
    { type: 'thinking-end', index: 1, seal: { field: 'reasoning_details', value: '[{}]' } },
    { type: 'reply-end', stop: 'end' },
  ];
  expect(encodeResponse(late, head)['output']).toMatchObject([{ type: 'message' }]);
  expect(JSON.stringify(write(late))).not.toContain('"type":"reasoning"');
});
