import type { JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { decodeResponse } from '../../../src/protocols/openai-chat/decode-response/decode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';

const response = (message: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: 'r1',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
  ...more,
});
const start: ReplyEvent = { type: 'reply-start', id: 'r1', model: 'm' };
const end: ReplyEvent = { type: 'reply-end', stop: 'end', rawStop: 'stop' };
const noAnswer: ReplyEvent = {
  type: 'reply-error',
  failure: { reason: 'server', message: 'The response has no answer.' },
};
const called = (index: number, rawId: string, name: string, args: string): readonly ReplyEvent[] => [
  { type: 'call-start', index, rawId, name },
  { type: 'call-delta', index, text: args },
];

const table: readonly (readonly [string, JsonValue, readonly ReplyEvent[]])[] = [
  [
    'text, thinking and counts',
    response(
      { reasoning_content: 'hm', content: 'Hey', refusal: null, tool_calls: null, function_call: null },
      { usage: { prompt_tokens: 1, completion_tokens: 2 } },
    ),
    [
      start,
      { type: 'thinking-delta', index: 0, text: 'hm' },
      { type: 'thinking-end', index: 0, seal: { field: 'reasoning_content', value: 'hm' } },
      { type: 'text-delta', index: 1, text: 'Hey' },
      { type: 'text-end', index: 1 },
      { type: 'usage', usage: { input: 1, output: 2 } },
      end,
    ],
  ],
  [
    'KIM-004 GLM-001 distinguishes calls by position, whatever their ids and indexes',
    response({
      content: '',
      tool_calls: [
        { index: 0, id: 'look:0', function: { name: 'look', arguments: '{"a":1}' } },
        { index: 0, id: 'look:0', function: { name: 'look', arguments: { a: 2 } } },
      ],
    }),
    [
      start,
      ...called(0, 'look:0', 'look', '{"a":1}'),
      ...called(1, 'look:0', 'look', '{"a":2}'),
      { type: 'call-end', index: 0, rawId: 'look:0', name: 'look', arguments: '{"a":1}' },
      { type: 'call-end', index: 1, rawId: 'look:0', name: 'look', arguments: '{"a":2}' },
      { type: 'reply-end', stop: 'tool-calls', rawStop: 'stop' },
    ],
  ],
  [
    'a whole answer needs no finish reason',
    { choices: [{ message: { content: 'Hey' } }] },
    [
      { type: 'reply-start' },
      { type: 'text-delta', index: 0, text: 'Hey' },
      { type: 'text-end', index: 0 },
      { type: 'reply-end', stop: 'end' },
    ],
  ],
  ['an empty answer', response({ content: null }), [start, end]],
  [
    'an error with status 200',
    { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
    [
      {
        type: 'reply-error',
        failure: {
          reason: 'billing',
          message: 'You exceeded your current quota',
          status: 200,
          code: 'insufficient_quota',
        },
      },
    ],
  ],
  ['no choices', { id: 'r1', choices: [] }, [noAnswer]],
  ['null', null, [noAnswer]],
  ['text', 'Hey', [noAnswer]],
  ['a list', [], [noAnswer]],
];

test.each(table)('%s', (_, body, events) => {
  expect(decodeResponse(body)).toEqual(events);
});

test(
  'for any input there is one end, and it is the last event',
  () =>
    holds(
      fc.record({ choices: fc.jsonValue(), error: fc.jsonValue(), usage: fc.jsonValue() }, { requiredKeys: [] }),
      300,
      (body) => {
        const events = decodeResponse(JSON.parse(JSON.stringify(body)));
        const ends = events.filter(({ type }) => type === 'reply-end' || type === 'reply-error');
        expect(ends).toEqual(events.slice(-1));
      },
    ),
  patience,
);
