import type Anthropic from '@anthropic-ai/sdk';
import type { JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import {
  encodeResponse,
  startEncoding,
} from '../../../src/protocols/anthropic-messages/encode-response/encode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import { replyHead } from './replies.ts';

/** The names of the events and their data, which must agree. */
function written(events: readonly ReplyEvent[]): readonly JsonValue[] {
  const encoding = startEncoding(replyHead);
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  const bodies = frames.map(({ data }) => JSON.parse(data));
  expect(frames.map(({ event }) => event)).toEqual(bodies.map(({ type }) => type));
  return bodies;
}

/** What the official client collects from these events: only the fields that it reads. */
type Delta = Anthropic.RawContentBlockDelta;
const delta = (index: number, part: Delta): object => ({ type: 'content_block_delta', index, delta: part });
const open = (index: number, block: object): object => ({ type: 'content_block_start', index, content_block: block });
const close = (index: number): object => ({ type: 'content_block_stop', index });
const noUsage = { input_tokens: 0, cache_creation_input_tokens: null, cache_read_input_tokens: null, output_tokens: 0 };
const begin = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: noUsage,
  },
};
const end = (stop: string, usage: object = noUsage): readonly object[] => [
  { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
  { type: 'message_stop' },
];

const everything: readonly ReplyEvent[] = [
  { type: 'reply-start', id: 'other', model: 'other' },
  { type: 'thinking-delta', index: 0, text: 'hm' },
  { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'sig' } },
  { type: 'thinking-end', index: 1, seal: { field: 'redacted_thinking', value: 'data' } },
  { type: 'text-delta', index: 2, text: 'Look' },
  { type: 'text-delta', index: 2, text: 'ing' },
  { type: 'text-end', index: 2 },
  { type: 'call-start', index: 3, rawId: 'srvtoolu_1', name: 'web_search', executor: 'provider' },
  { type: 'call-delta', index: 3, text: '{"q":1}' },
  { type: 'call-end', index: 3, rawId: 'srvtoolu_1', name: 'web_search', arguments: '{"q":1}', executor: 'provider' },
  { type: 'provider-result', index: 4, call: 3, result: [], seal: { field: 'web_search_tool_result', value: '[]' } },
  { type: 'call-start', index: 5, rawId: 'toolu_1', name: 'look' },
  { type: 'call-delta', index: 5, text: '{"at":' },
  { type: 'call-delta', index: 5, text: '1}' },
  { type: 'call-end', index: 5, rawId: 'toolu_1', name: 'look', arguments: '{"at":1}' },
  { type: 'reply-end', stop: 'tool-calls', rawStop: 'tool_calls' },
  { type: 'usage', usage: { input: 30, output: 9, cacheRead: 20, reasoning: 3 } },
];

test('the whole event sequence, with usage that arrives late', () => {
  expect(written(everything)).toEqual([
    begin,
    open(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'hm' }),
    delta(0, { type: 'signature_delta', signature: 'sig' }),
    close(0),
    open(1, { type: 'redacted_thinking', data: 'data' }),
    close(1),
    open(2, { type: 'text', text: '' }),
    delta(2, { type: 'text_delta', text: 'Look' }),
    delta(2, { type: 'text_delta', text: 'ing' }),
    close(2),
    open(3, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
    delta(3, { type: 'input_json_delta', partial_json: '{"q":1}' }),
    close(3),
    open(4, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }),
    close(4),
    open(5, { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }),
    delta(5, { type: 'input_json_delta', partial_json: '{"at":' }),
    delta(5, { type: 'input_json_delta', partial_json: '1}' }),
    close(5),
    ...end('tool_use', {
      input_tokens: 10,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: 20,
      output_tokens: 9,
      output_tokens_details: { thinking_tokens: 3 },
    }),
  ]);
});

test('the same, not streamed', () => {
  expect(encodeResponse(everything, replyHead)).toEqual({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'redacted_thinking', data: 'data' },
      { type: 'text', text: 'Looking' },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { q: 1 } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 1 } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: {
      input_tokens: 10,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: 20,
      output_tokens: 9,
      output_tokens_details: { thinking_tokens: 3 },
    },
  });
});

/** Answers of other providers: parallel calls, a late name, no id, a tool they ran, a picture, their seals. */
const foreign: readonly ReplyEvent[] = [
  { type: 'thinking-delta', index: 0, text: 'hm' },
  { type: 'thinking-end', index: 0, seal: { field: 'encrypted_content', value: 'x', item: 'rs_1' } },
  { type: 'call-start', index: 1, rawId: 'ws_1', name: 'web_search', executor: 'provider' },
  { type: 'call-end', index: 1, rawId: 'ws_1', name: 'web_search', arguments: '{}', executor: 'provider' },
  { type: 'provider-result', index: 2, call: 1, result: null, seal: { field: 'web_search_call', value: '{}' } },
  { type: 'call-start', index: 3, rawId: '', name: '' },
  { type: 'call-start', index: 4, rawId: 'call_x', id: 'hist_tool_abc', name: 'look' },
  { type: 'call-delta', index: 4, text: '{"b":' },
  { type: 'call-delta', index: 3, text: '{"a":' },
  { type: 'call-end', index: 4, rawId: 'call_x', id: 'hist_tool_abc', name: 'look', arguments: '{"b":2}' },
  { type: 'call-end', index: 3, rawId: '', name: 'run', arguments: '{"a":1}' },
  { type: 'media', index: 5, block: { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } },
  { type: 'reply-end', stop: 'tool-calls' },
];

test('a reply from another provider, streamed', () => {
  expect(written(foreign)).toEqual([
    begin,
    open(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'hm' }),
    delta(0, { type: 'signature_delta', signature: '' }),
    close(0),
    open(1, { type: 'tool_use', id: 'toolu_msg_1_3', name: 'run', input: {} }),
    delta(1, { type: 'input_json_delta', partial_json: '{"a":1}' }),
    close(1),
    open(2, { type: 'tool_use', id: 'toolu_abc', name: 'look', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{"b":' }),
    delta(2, { type: 'input_json_delta', partial_json: '2}' }),
    close(2),
    open(3, { type: 'text', text: '[image/png not shown here]' }),
    close(3),
    ...end('tool_use'),
  ]);
});

test('a reply from another provider, not streamed', () => {
  expect(encodeResponse(foreign, replyHead)['content']).toEqual([
    { type: 'thinking', thinking: 'hm', signature: '' },
    { type: 'tool_use', id: 'toolu_msg_1_3', name: 'run', input: { a: 1 } },
    { type: 'tool_use', id: 'toolu_abc', name: 'look', input: { b: 2 } },
    { type: 'text', text: '[image/png not shown here]' },
  ]);
});

test.each([
  ['', {}],
  [' ', {}],
  ['null', {}],
  ['"{\\"a\\":1}"', { a: 1 }],
  ['{"a":', { raw_arguments: '{"a":' }],
  ['[1]', { raw_arguments: '[1]' }],
])('ANT-014 arguments %j become an object in a whole answer', (text, input) => {
  const events: readonly ReplyEvent[] = [{ type: 'call-end', index: 0, rawId: 'a', name: 'look', arguments: text }];
  expect(encodeResponse(events, replyHead)['content']).toEqual([{ type: 'tool_use', id: 'a', name: 'look', input }]);
});

test('closes open blocks with the message', () => {
  const events: readonly ReplyEvent[] = [
    { type: 'text-delta', index: 0, text: 'a' },
    { type: 'text-delta', index: 1, text: 'b' },
    { type: 'reply-end', stop: 'max-tokens' },
  ];
  expect(written(events)).toEqual([
    begin,
    open(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'a' }),
    close(0),
    open(1, { type: 'text', text: '' }),
    delta(1, { type: 'text_delta', text: 'b' }),
    close(1),
    ...end('max_tokens'),
  ]);
});

const overloaded: ReplyEvent = { type: 'reply-error', failure: { reason: 'overloaded', message: 'Busy' } };
const error = { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } };

test('ANT-073 a failure is the last event, or the whole answer', () => {
  expect(written([{ type: 'text-delta', index: 0, text: 'a' }, overloaded, { type: 'text-end', index: 0 }])).toEqual([
    begin,
    open(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'a' }),
    error,
  ]);
  expect(encodeResponse([overloaded], replyHead)).toEqual(error);
});

test('a reply without an end is an error', () => {
  expect(written([{ type: 'reply-start' }])).toEqual([
    begin,
    { type: 'error', error: { type: 'api_error', message: 'The reply was cut off.' } },
  ]);
});

test.each([
  ['end', undefined, 'end_turn'],
  ['max-tokens', 'model_context_window_exceeded', 'model_context_window_exceeded'],
  ['max-tokens', 'length', 'max_tokens'],
  ['end', 'refusal', 'end_turn'],
  ['content-filter', undefined, 'refusal'],
  ['stop-sequence', undefined, 'stop_sequence'],
  ['pause', undefined, 'pause_turn'],
  ['error', undefined, 'end_turn'],
] as const)('a stop for %s (%s) is %s', (stop, rawStop, expected) => {
  const event: ReplyEvent = { type: 'reply-end', stop, ...(rawStop === undefined ? {} : { rawStop }) };
  expect(encodeResponse([event], replyHead)['stop_reason']).toBe(expected);
});

test('more events than a function call has arguments may be queued', () => {
  const waiting = Array.from({ length: 200_000 }, (): ReplyEvent => ({ type: 'text-delta', index: 1, text: 'x' }));
  const events: readonly ReplyEvent[] = [{ type: 'text-delta', index: 0, text: 'a' }, ...waiting];
  expect(written([...events, { type: 'reply-end', stop: 'end' }])).toHaveLength(200_008);
});

test('entries of OpenRouter that came after the words are no empty block', () => {
  const late: readonly ReplyEvent[] = [
    { type: 'reply-start' },
    { type: 'text-delta', index: 0, text: 'Hey' },
    { type: 'text-end', index: 0 },
    { type: 'thinking-end', index: 1, seal: { field: 'reasoning_details', value: '[{}]' } },
    { type: 'reply-end', stop: 'end' },
  ];
  expect(written(late)).toEqual([
    begin,
    open(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'Hey' }),
    close(0),
    ...end('end_turn'),
  ]);
  expect(encodeResponse(late, replyHead)['content']).toEqual([{ type: 'text', text: 'Hey' }]);
});
