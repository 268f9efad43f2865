/** Answers of Converse, read and written, complete and streamed. What we write is read back unchanged. */
import { describe, expect, test } from 'vitest';
import type { Frame, ReplyEvent } from '../../../src/index.ts';
import { protocolOf } from '../../../src/index.ts';

const converse = protocolOf('bedrock-converse');
const head = { id: 'msg_1', model: 'amazon.nova-pro-v1:0', created: 1 };

function decoded(frames: readonly Frame[]): readonly ReplyEvent[] {
  const decoding = converse.startDecoding();
  return [...frames.flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
}

const frame = (event: string, data: object): Frame => ({ event, data: JSON.stringify(data) });

const stream: readonly Frame[] = [
  frame('messageStart', { role: 'assistant' }),
  frame('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Hm.' } } }),
  frame('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { signature: 'c2ln' } } }),
  frame('contentBlockStop', { contentBlockIndex: 0 }),
  frame('contentBlockDelta', { contentBlockIndex: 2, delta: { text: 'I ' } }),
  frame('contentBlockDelta', { contentBlockIndex: 2, delta: { text: 'look.' } }),
  frame('contentBlockStop', { contentBlockIndex: 2 }),
  frame('contentBlockStart', { contentBlockIndex: 3, start: { toolUse: { toolUseId: 'tooluse_1', name: 'look' } } }),
  frame('contentBlockDelta', { contentBlockIndex: 3, delta: { toolUse: { input: '{"at":' } } }),
  frame('contentBlockDelta', { contentBlockIndex: 3, delta: { toolUse: { input: '"a"}' } } }),
  frame('contentBlockStop', { contentBlockIndex: 3 }),
  frame('messageStop', { stopReason: 'tool_use' }),
  frame('metadata', {
    usage: { inputTokens: 10, outputTokens: 5, totalTokens: 35, cacheReadInputTokens: 20 },
    metrics: { latencyMs: 7 },
  }),
];

const events: readonly ReplyEvent[] = [
  { type: 'reply-start' },
  { type: 'thinking-delta', index: 0, text: 'Hm.' },
  { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'c2ln' } },
  { type: 'text-delta', index: 1, text: 'I ' },
  { type: 'text-delta', index: 1, text: 'look.' },
  { type: 'text-end', index: 1 },
  { type: 'call-start', index: 2, rawId: 'tooluse_1', name: 'look' },
  { type: 'call-delta', index: 2, text: '{"at":' },
  { type: 'call-delta', index: 2, text: '"a"}' },
  { type: 'call-end', index: 2, rawId: 'tooluse_1', name: 'look', arguments: '{"at":"a"}' },
  { type: 'usage', usage: { input: 30, output: 5, cacheRead: 20 } },
  { type: 'reply-end', stop: 'tool-calls', rawStop: 'tool_use' },
];

test('CNV-028 a stream with gaps in its block numbers', () => {
  expect(decoded(stream)).toEqual(events);
});

test('a whole response', () => {
  const response = {
    output: {
      message: {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } },
          { reasoningContent: { redactedContent: 'cmVk' } },
          { text: 'I look.' },
          { toolUse: { toolUseId: 'tooluse_1', name: 'look', input: { at: 'a' } } },
        ],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    metrics: { latencyMs: 7 },
  };
  const read = converse.decodeResponse(response);
  expect(read).toEqual([
    { type: 'reply-start' },
    { type: 'thinking-delta', index: 0, text: 'Hm.' },
    { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'c2ln' } },
    { type: 'thinking-end', index: 1, seal: { field: 'redacted_thinking', value: 'cmVk' } },
    { type: 'text-delta', index: 2, text: 'I look.' },
    { type: 'text-end', index: 2 },
    { type: 'call-start', index: 3, rawId: 'tooluse_1', name: 'look' },
    { type: 'call-delta', index: 3, text: '{"at":"a"}' },
    { type: 'call-end', index: 3, rawId: 'tooluse_1', name: 'look', arguments: '{"at":"a"}' },
    { type: 'usage', usage: { input: 10, output: 5 } },
    { type: 'reply-end', stop: 'tool-calls', rawStop: 'tool_use' },
  ]);
  expect(converse.encodeResponse(read, head)).toEqual({ ...response, metrics: { latencyMs: 0 } });
});

test.each([
  ['', {}],
  ['null', {}],
  ['"{\\"a\\":1}"', { a: 1 }],
  ['[1]', { raw_arguments: '[1]' }],
])('CNV-015 arguments %j become an object in a whole answer', (text, input) => {
  const call: ReplyEvent = { type: 'call-end', index: 0, rawId: 'tooluse_1', name: 'look', arguments: text };
  expect(converse.encodeResponse([call], head)).toMatchObject({
    output: { message: { content: [{ toolUse: { name: 'look', input } }] } },
  });
});

test('reads back what it writes as a stream', () => {
  const encoding = converse.startEncoding(head);
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  expect(decoded(frames)).toEqual(events);
});

const grounded: readonly ReplyEvent[] = [
  { type: 'reply-start' },
  { type: 'call-start', index: 0, rawId: 'tooluse_1', name: 'nova_grounding', executor: 'provider' },
  { type: 'call-delta', index: 0, text: '{"query":"a"}' },
  {
    type: 'call-end',
    index: 0,
    rawId: 'tooluse_1',
    name: 'nova_grounding',
    arguments: '{"query":"a"}',
    executor: 'provider',
  },
  { type: 'provider-result', index: 1, call: 0, result: '[HIDDEN]' },
  { type: 'text-delta', index: 2, text: 'It is ' },
  { type: 'text-end', index: 2 },
  { type: 'text-delta', index: 3, text: 'a.' },
  { type: 'text-end', index: 3 },
  { type: 'reply-end', stop: 'end', rawStop: 'end_turn' },
];
const groundingCall = { toolUseId: 'tooluse_1', name: 'nova_grounding', type: 'server_tool_use' };
const groundingResult = { toolUseId: 'tooluse_1', status: 'success', type: 'nova_grounding_result' };
const citation = { location: { web: { url: 'https://example.com/', domain: 'example.com' } } };

test("Bedrock's own tool, its result, and text with citations", () => {
  const content = [
    { toolUse: { ...groundingCall, input: { query: 'a' } } },
    { toolResult: { ...groundingResult, content: [{ text: '[HIDDEN]' }] } },
    { text: 'It is ' },
    { citationsContent: { citations: [citation], content: [{ text: 'a.' }] } },
  ];
  const response = { output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' };
  expect(converse.decodeResponse(response)).toEqual(grounded);
});

test('the same as a stream', () => {
  const delta = (contentBlockIndex: number, piece: object): Frame =>
    frame('contentBlockDelta', { contentBlockIndex, delta: piece });
  const stop = (contentBlockIndex: number): Frame => frame('contentBlockStop', { contentBlockIndex });
  const frames = [
    frame('messageStart', { role: 'assistant' }),
    frame('contentBlockStart', { contentBlockIndex: 0, start: { toolUse: groundingCall } }),
    delta(0, { toolUse: { input: '{"query":"a"}' } }),
    stop(0),
    frame('contentBlockStart', { contentBlockIndex: 1, start: { toolResult: groundingResult } }),
    delta(1, { toolResult: [{ text: '[HIDDEN]' }] }),
    stop(1),
    delta(2, { text: 'It is ' }),
    stop(2),
    delta(3, { citation }),
    delta(3, { text: 'a.' }),
    stop(3),
    frame('messageStop', { stopReason: 'end_turn' }),
  ];
  expect(decoded(frames)).toEqual(grounded);
});

describe('failures', () => {
  test.each([
    ['throttlingException', 'Too many requests, please wait before trying again.', 'rate-limit'],
    ['validationException', 'Input is too long for requested model.', 'context-overflow'],
    ['serviceUnavailableException', 'Bedrock is unable to process your request.', 'overloaded'],
    ['internalServerException', 'The system encountered an unexpected error.', 'server'],
  ])('BDR-017 %s inside a stream', (event, message, reason) => {
    const [end] = decoded([frame('messageStart', {}), frame(event, { message })]).slice(-1);
    expect(end).toMatchObject({ type: 'reply-error', failure: { reason, message } });
  });

  test('a stream that is cut off keeps its text, not its call', () => {
    expect(decoded(stream.slice(0, 9)).slice(-1)).toMatchObject([
      { type: 'reply-error', failure: { reason: 'network' } },
    ]);
    expect(decoded(stream.slice(0, 9)).some(({ type }) => type === 'call-end')).toBe(false);
  });

  test('an answer is complete without its usage', () => {
    expect(decoded(stream.slice(0, -1)).at(-1)).toEqual({ type: 'reply-end', stop: 'tool-calls', rawStop: 'tool_use' });
  });

  test.each<readonly [number, Readonly<Record<string, string>>, object, string]>([
    [
      429,
      { 'x-amzn-errortype': 'ThrottlingException:http://internal/' },
      { message: 'Too many tokens, please wait before trying again.' },
      'rate-limit',
    ],
    [
      403,
      { 'x-amzn-errortype': 'AccessDeniedException' },
      { Message: 'Authentication failed: Please make sure your API Key is valid.' },
      'auth',
    ],
    [
      403,
      { 'x-amzn-errortype': 'UnrecognizedClientException' },
      { message: 'The security token included in the request is invalid.' },
      'auth',
    ],
    [
      400,
      { 'x-amzn-errortype': 'ValidationException' },
      { message: 'Input is too long for requested model.' },
      'context-overflow',
    ],
    [
      400,
      { 'x-amzn-errortype': 'ValidationException' },
      { message: 'The provided model identifier is invalid.' },
      'model-not-found',
    ],
    [
      400,
      { 'x-amzn-errortype': 'ValidationException' },
      {
        message:
          'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
      },
      'invalid-request',
    ],
  ])('BDR-010 BDR-013 BDR-016 BDR-019 status %i %j', (status, headers, body, reason) => {
    expect(converse.classify({ status, headers, body: JSON.stringify(body) })).toMatchObject({ status, reason });
  });
});
