import type { JsonObject } from '@interlock/transcript';
import type { ChatCompletion } from 'openai/resources/chat/completions';
import { expect, test } from 'vitest';
import { encodeResponse, startEncoding } from '../../../src/protocols/openai-chat/encode-response/encode-response.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';

const head = { id: 'chatcmpl-1', model: 'some-model', created: 1_700_000_000 };

const answer: readonly ReplyEvent[] = [
  { type: 'reply-start' },
  { type: 'thinking-delta', index: 0, text: 'h' },
  { type: 'thinking-delta', index: 0, text: 'm' },
  { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 's' } },
  { type: 'text-delta', index: 1, text: 'Looking' },
  { type: 'text-end', index: 1 },
  { type: 'call-start', index: 2, rawId: '', name: '' },
  { type: 'call-delta', index: 2, text: '{"at"' },
  { type: 'call-end', index: 2, rawId: '', name: 'look', arguments: '{"at":1}' },
  { type: 'call-start', index: 3, rawId: 'c2', name: 'run' },
  { type: 'call-end', index: 3, rawId: 'c2', name: 'run', arguments: '{}' },
  { type: 'usage', usage: { input: 10, output: 5, cacheRead: 4, reasoning: 2 } },
  { type: 'reply-end', stop: 'tool-calls' },
];

const usage = {
  prompt_tokens: 10,
  completion_tokens: 5,
  total_tokens: 15,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 2 },
};

test('a whole answer, typed by the official SDK', () => {
  const message: ChatCompletion['choices'][number]['message'] & { reasoning_content: string } = {
    role: 'assistant',
    reasoning_content: 'hm',
    content: 'Looking',
    refusal: null,
    tool_calls: [
      { id: 'chatcmpl-1_2', type: 'function', function: { name: 'look', arguments: '{"at":1}' } },
      { id: 'c2', type: 'function', function: { name: 'run', arguments: '{}' } },
    ],
  };
  const expected: ChatCompletion = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'some-model',
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'tool_calls' }],
    usage,
  };
  expect(encodeResponse(answer, head)).toEqual(expected);
});

test('the same answer streamed', () => {
  const encoding = startEncoding(head);
  const frames = [...answer.flatMap((event) => encoding.event(event)), ...encoding.end()];
  const chunk = (choices: readonly JsonObject[], more: JsonObject = {}) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'some-model',
    choices,
    ...more,
  });
  const delta = (fields: JsonObject, finish: string | null = null) =>
    chunk([{ index: 0, delta: fields, logprobs: null, finish_reason: finish }]);
  const call = (index: number, id: string, name: string) =>
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
  const args = (index: number, text: string) => delta({ tool_calls: [{ index, function: { arguments: text } }] });
  expect(frames.at(-1)).toEqual({ data: '[DONE]' });
  expect(frames.slice(0, -1).map(({ data }) => JSON.parse(data))).toEqual([
    delta({ role: 'assistant', content: '' }),
    delta({ reasoning_content: 'h' }),
    delta({ reasoning_content: 'm' }),
    delta({ content: 'Looking' }),
    call(0, 'chatcmpl-1_2', 'look'),
    args(0, '{"at":1}'),
    call(1, 'c2', 'run'),
    args(1, '{}'),
    delta({}, 'tool_calls'),
    chunk([], { usage }),
  ]);
});

const provider = (index: number): readonly ReplyEvent[] => [
  { type: 'call-start', index, rawId: 's1', name: 'web_search', executor: 'provider' },
  { type: 'call-end', index, rawId: 's1', name: 'web_search', arguments: '{"q":"x"}', executor: 'provider' },
];
const ran = '[web_search was run by the model\'s provider with {"q":"x"}]\n';

const contents: readonly (readonly [string, readonly ReplyEvent[], JsonObject])[] = [
  ['nothing', [], { content: '' }],
  [
    'only a call',
    [{ type: 'call-end', index: 0, rawId: 'c1', name: 'look', arguments: '{}' }],
    { content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }] },
  ],
  [
    'several texts and thoughts',
    [
      { type: 'thinking-delta', index: 0, text: 'a' },
      {
        type: 'thinking-end',
        index: 0,
        seal: { field: 'reasoning_details', value: '[{"type":"reasoning.encrypted"}]' },
      },
      { type: 'text-delta', index: 1, text: 'b' },
      { type: 'text-end', index: 1 },
      { type: 'thinking-delta', index: 2, text: 'c' },
      { type: 'thinking-end', index: 2 },
      { type: 'text-delta', index: 3, text: 'd' },
      { type: 'text-delta', index: 3, text: 'e' },
      { type: 'text-end', index: 3 },
    ],
    { reasoning_content: 'a\n\nc', reasoning_details: [{ type: 'reasoning.encrypted' }], content: 'b\n\nde' },
  ],
  [
    'a text that is divided where it cites',
    [
      { type: 'text-delta', index: 0, text: 'The sky ' },
      { type: 'text-end', index: 0 },
      { type: 'text-delta', index: 1, text: 'is blue' },
      { type: 'text-end', index: 1 },
      { type: 'text-delta', index: 2, text: '.' },
      { type: 'text-end', index: 2 },
      ...provider(3),
    ],
    { content: `The sky is blue.\n\n${ran}(no output)` },
  ],
  [
    'two messages of the Responses API',
    [
      { type: 'text-delta', index: 0, text: 'I look.' },
      { type: 'text-end', index: 0, seal: { field: 'message', value: 'commentary', item: 'msg_1' } },
      { type: 'text-delta', index: 1, text: 'Done.' },
      { type: 'text-end', index: 1, seal: { field: 'message', value: 'final_answer', item: 'msg_2' } },
    ],
    { content: 'I look.\n\nDone.' },
  ],
  [
    'tools the provider ran, as text',
    [
      ...provider(0),
      { type: 'provider-result', index: 1, call: 0, result: [{ title: 'X' }] },
      { type: 'text-delta', index: 2, text: 'So' },
      ...provider(3),
    ],
    { content: `${ran}[{"title":"X"}]\n\nSo\n\n${ran}(no output)` },
  ],
  [
    'media',
    [
      { type: 'media', index: 0, block: { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } },
      { type: 'media', index: 1, block: { type: 'media', mimeType: 'audio/wav', data: 'AAAA', encoding: 'base64' } },
    ],
    {
      content: '[audio/wav not shown here]',
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    },
  ],
];

test.each(contents)('%s', (_, events, message) => {
  const whole: readonly ReplyEvent[] = [{ type: 'reply-start' }, ...events, { type: 'reply-end', stop: 'end' }];
  expect(encodeResponse(whole, head)).toEqual({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'some-model',
    choices: [
      { index: 0, message: { role: 'assistant', refusal: null, ...message }, logprobs: null, finish_reason: 'stop' },
    ],
  });
});

const stops: readonly (readonly [Extract<ReplyEvent, { type: 'reply-end' }>['stop'], string])[] = [
  ['end', 'stop'],
  ['tool-calls', 'tool_calls'],
  ['max-tokens', 'length'],
  ['stop-sequence', 'stop'],
  ['content-filter', 'content_filter'],
  ['pause', 'stop'],
  ['error', 'error'],
];

test.each(stops)('the stop reason %s is %s', (stop, finish) => {
  expect(encodeResponse([{ type: 'reply-end', stop }], head)).toMatchObject({ choices: [{ finish_reason: finish }] });
});
