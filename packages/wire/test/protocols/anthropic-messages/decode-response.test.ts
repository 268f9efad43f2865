import type { JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { decodeResponse } from '../../../src/protocols/anthropic-messages/decode-response/decode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';

const whole = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-x',
  content: [
    { type: 'thinking', thinking: 'hm', signature: 'sig' },
    { type: 'redacted_thinking', data: 'data' },
    { type: 'text', text: 'Looking', citations: null },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ url: 'u' }] },
    { type: 'container_upload', file_id: 'f' },
    { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 1 } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 9, cache_read_input_tokens: null, cache_creation_input_tokens: 20 },
};

const table: readonly (readonly [string, JsonValue, readonly ReplyEvent[]])[] = [
  [
    'every kind of block',
    whole,
    [
      { type: 'reply-start', id: 'msg_1', model: 'claude-x' },
      { type: 'thinking-delta', index: 0, text: 'hm' },
      { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'sig' } },
      { type: 'thinking-end', index: 1, seal: { field: 'redacted_thinking', value: 'data' } },
      { type: 'text-delta', index: 2, text: 'Looking' },
      { type: 'text-end', index: 2 },
      { type: 'call-start', index: 3, rawId: 'srvtoolu_1', name: 'web_search', executor: 'provider' },
      { type: 'call-delta', index: 3, text: '{"query":"x"}' },
      {
        type: 'call-end',
        index: 3,
        rawId: 'srvtoolu_1',
        name: 'web_search',
        arguments: '{"query":"x"}',
        executor: 'provider',
      },
      {
        type: 'provider-result',
        index: 4,
        call: 3,
        result: [{ url: 'u' }],
        seal: { field: 'web_search_tool_result', value: '[{"url":"u"}]' },
      },
      { type: 'call-start', index: 5, rawId: 'toolu_1', name: 'look' },
      { type: 'call-delta', index: 5, text: '{"at":1}' },
      { type: 'call-end', index: 5, rawId: 'toolu_1', name: 'look', arguments: '{"at":1}' },
      { type: 'usage', usage: { input: 25, output: 9, cacheWrite: 20 } },
      { type: 'reply-end', stop: 'tool-calls', rawStop: 'tool_use' },
    ],
  ],
  [
    'arguments as JSON text, an unknown reason, entries that are not blocks',
    { content: [null, 'x', { type: 'tool_use', input: '{"a":1}' }], stop_reason: 7 },
    [
      { type: 'reply-start' },
      { type: 'call-start', index: 0, rawId: '', name: '' },
      { type: 'call-delta', index: 0, text: '{"a":1}' },
      { type: 'call-end', index: 0, rawId: '', name: '', arguments: '{"a":1}' },
      { type: 'reply-end', stop: 'tool-calls' },
    ],
  ],
  [
    'ANT-073 an error with status 200',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    [
      {
        type: 'reply-error',
        failure: { reason: 'overloaded', message: 'Overloaded', status: 200, code: 'overloaded_error' },
      },
    ],
  ],
  [
    'something else entirely',
    ['no'],
    [{ type: 'reply-error', failure: { reason: 'server', message: 'The response is not a message.' } }],
  ],
];

test.each(table)('%s', (_, body, expected) => {
  expect(decodeResponse(body)).toEqual(expected);
});

test('reads a result nested deeper than the stack', () => {
  const depth = 100_000;
  const deep: JsonValue = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  const events = decodeResponse({
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: deep },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: deep },
    ],
  });
  expect(events.map(({ type }) => type)).toEqual([
    'reply-start',
    'call-start',
    'call-delta',
    'call-end',
    'provider-result',
    'reply-end',
  ]);
});

test(
  'no body throws, and every reply ends',
  () =>
    holds(fc.oneof(fc.jsonValue(), fc.record({ content: fc.array(fc.jsonValue()) })), 300, (body) => {
      const last = decodeResponse(body as JsonValue).at(-1)?.type;
      expect(['reply-end', 'reply-error']).toContain(last);
    }),
  patience,
);
