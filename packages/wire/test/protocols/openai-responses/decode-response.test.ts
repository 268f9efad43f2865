import type { JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { decodeResponse } from '../../../src/protocols/openai-responses/decode-response/decode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';

const start: ReplyEvent = { type: 'reply-start', id: 'resp_1', model: 'gpt-5.6' };
const about = { id: 'resp_1', model: 'gpt-5.6', object: 'response' };

const cases: readonly { title: string; body: JsonValue; events: readonly ReplyEvent[] }[] = [
  {
    title: 'reasoning, a message and a call',
    body: {
      ...about,
      status: 'completed',
      error: null,
      output: [
        {
          type: 'reasoning',
          id: 'rs_1',
          summary: [
            { type: 'summary_text', text: 'One' },
            { type: 'summary_text', text: 'Two' },
          ],
          encrypted_content: 'gAAA',
        },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          phase: 'commentary',
          content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
        },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}' },
      ],
      usage: { input_tokens: 3, output_tokens: 4, output_tokens_details: { reasoning_tokens: 0 } },
    },
    events: [
      start,
      { type: 'thinking-delta', index: 0, text: 'One' },
      { type: 'thinking-delta', index: 0, text: '\n\nTwo' },
      { type: 'thinking-end', index: 0, seal: { field: 'encrypted_content', value: 'gAAA', item: 'rs_1' } },
      { type: 'text-delta', index: 1, text: 'I look.' },
      { type: 'text-end', index: 1, seal: { field: 'message', value: 'commentary', item: 'msg_1' } },
      { type: 'call-start', index: 2, rawId: 'call_1', name: 'read' },
      { type: 'call-delta', index: 2, text: '{}' },
      {
        type: 'call-end',
        index: 2,
        rawId: 'call_1',
        name: 'read',
        arguments: '{}',
        seal: { field: 'function_call', value: '', item: 'fc_1' },
      },
      { type: 'usage', usage: { input: 3, output: 4 } },
      { type: 'reply-end', stop: 'tool-calls', rawStop: 'completed' },
    ],
  },
  {
    title: 'a server without status and ids',
    body: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'x' }] }] },
    events: [
      { type: 'reply-start' },
      { type: 'text-delta', index: 0, text: 'x' },
      { type: 'text-end', index: 0 },
      { type: 'reply-end', stop: 'end', rawStop: 'completed' },
    ],
  },
  {
    title: 'a search that failed',
    body: {
      ...about,
      status: 'completed',
      output: [{ type: 'web_search_call', status: 'failed', action: { type: 'search', query: 'x' } }],
    },
    events: [
      start,
      { type: 'call-start', index: 0, rawId: '', name: 'web_search', executor: 'provider' },
      { type: 'call-delta', index: 0, text: '{"type":"search","query":"x"}' },
      {
        type: 'call-end',
        index: 0,
        rawId: '',
        name: 'web_search',
        arguments: '{"type":"search","query":"x"}',
        executor: 'provider',
      },
      { type: 'provider-result', index: 1, call: 0, result: 'failed', isError: true },
      { type: 'reply-end', stop: 'end', rawStop: 'completed' },
    ],
  },
  {
    title: 'a background response is not finished',
    body: { ...about, status: 'queued', output: [] },
    events: [
      start,
      { type: 'reply-error', failure: { reason: 'server', message: 'The response is queued, not completed.' } },
    ],
  },
  {
    title: 'an error with status 200',
    body: { error: { code: 'server_error', message: 'Sorry.' } },
    events: [
      { type: 'reply-start' },
      { type: 'reply-error', failure: { reason: 'server', message: 'Sorry.', status: 200, code: 'server_error' } },
    ],
  },
  ...[null, 'x', [], 7, {}].map((body) => ({
    title: `not a response: ${JSON.stringify(body)}`,
    body,
    events: [
      { type: 'reply-start' },
      { type: 'reply-error', failure: { reason: 'server', message: 'The body is not a response.' } },
    ] satisfies readonly ReplyEvent[],
  })),
];

test.each(cases)('$title', ({ body, events }) => {
  expect(decodeResponse(body)).toEqual(events);
});
