/** Entries and parts whose type, role or form is another API's, missing or broken: their fields tell what they are, and nothing of them is lost. */
import type { Block, Content, JsonObject, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { type ProtocolName, protocolOf } from '../../src/index.ts';

const text = (said: string): Block => ({ type: 'text', text: said });
const call = (parameters: JsonValue = { path: 'a' }): Block => ({
  type: 'tool_call',
  id: 'c1',
  name: 'read',
  parameters,
});
const answer = (result: JsonValue, toolName = ''): Block => ({ type: 'tool_response', callId: 'c1', toolName, result });
const by = (speaker: Content['speaker'], ...blocks: readonly Block[]): Content => ({ speaker, blocks });

const lists: Readonly<Record<string, string>> = { 'openai-responses': 'input', gemini: 'contents' };

interface Row {
  readonly title: string;
  readonly api: ProtocolName;
  readonly list: readonly JsonValue[];
  readonly contents: readonly Content[];
  /** Places that are reported. */
  readonly reported?: readonly string[];
}

/** A part of a message, in each API that has parts. */
const parts = (
  title: string,
  part: JsonObject,
  speaker: Content['speaker'],
  ...blocks: readonly Block[]
): readonly Row[] =>
  (['openai-chat', 'anthropic-messages', 'openai-responses', 'gemini'] as const).map((api) => {
    const isResult = blocks.some(({ type }) => type === 'tool_response');
    const role = speaker === 'ai' ? (api === 'gemini' ? 'model' : 'assistant') : 'user';
    const read = api === 'anthropic-messages' && isResult ? 'tool' : speaker;
    return {
      ...{ title, api },
      list: [{ role, [api === 'gemini' ? 'parts' : 'content']: [part] }],
      contents: [by(read, ...blocks)],
    };
  });

const rows: readonly Row[] = [
  ...parts('a call without its type', { id: 'c1', name: 'read', input: { path: 'a' } }, 'ai', call()),
  ...parts(
    'a call of the AI SDK',
    { type: 'tool-call', toolCallId: 'c1', toolName: 'read', args: { path: 'a' } },
    'ai',
    call(),
  ),
  ...parts(
    'an item of Responses',
    { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'read', arguments: '{"path":"a"}' },
    'ai',
    call(),
  ),
  ...parts(
    'a call of Chat',
    { type: 'function', id: 'c1', function: { name: 'read', arguments: '{"path":"a"}' } },
    'ai',
    call(),
  ),
  ...parts('a call of Converse', { toolUse: { toolUseId: 'c1', name: 'read', input: { path: 'a' } } }, 'ai', call()),
  ...parts('a result without its type', { tool_use_id: 'c1', content: 'A' }, 'human', answer('A')),
  ...parts(
    'a result of the AI SDK',
    { type: 'tool-result', toolCallId: 'c1', toolName: 'read', output: { type: 'text', value: 'A' } },
    'human',
    answer('A', 'read'),
  ),
  ...parts(
    'an output of Responses',
    { type: 'function_call_output', call_id: 'c1', output: 'A' },
    'human',
    answer('A'),
  ),
  ...parts('a text without its type', { text: 'A' }, 'human', text('A')),
  ...parts('a text of the Assistants API', { type: 'text', text: { value: 'A', annotations: [] } }, 'human', text('A')),
  ...parts('a text that is a list', { type: 'text', text: ['A', { text: 'B' }] }, 'human', text('A\nB')),
  ...(['openai-chat', 'ollama-chat'] as const).flatMap((api): readonly Row[] => {
    const calls = [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }];
    return [
      {
        ...{ title: 'calls as JSON text', api, contents: [by('ai', call())] },
        list: [{ role: 'assistant', content: '', tool_calls: JSON.stringify(calls) }],
      },
      {
        ...{ title: 'a call without a list', api, contents: [by('ai', call())] },
        list: [{ role: 'assistant', content: '', tool_calls: calls[0] ?? null }],
      },
      {
        ...{ title: 'the answer of an unknown role', api, contents: [by('ai', text('A'), call())] },
        list: [{ role: 'agent', content: 'A', tool_calls: calls }],
        reported: ['messages.0.role'],
      },
      {
        ...{ title: 'calls in the message of the user', api, contents: [by('human', text('A'), call())] },
        list: [{ role: 'user', content: 'A', tool_calls: calls }],
      },
      {
        ...{ title: 'a result of an unknown role', api, contents: [by('tool', answer('A'))] },
        list: [{ role: 'toolResult', toolCallId: 'c1', content: 'A' }],
        reported: ['messages.0.role'],
      },
      {
        ...{ title: 'a list of messages in the list', api, contents: [by('human', text('A')), by('ai', text('B'))] },
        list: [
          [
            { role: 'user', content: 'A' },
            { role: 'assistant', content: 'B' },
          ],
        ],
      },
    ];
  }),
  {
    ...{ title: 'results of a developer', api: 'anthropic-messages', contents: [by('tool', answer('A'))] },
    list: [{ role: 'developer', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'A' }] }],
    reported: ['messages.0.role'],
  },
  {
    ...{ title: 'items without a type', api: 'openai-responses' },
    list: [
      { call_id: 'c1', name: 'read', arguments: '{"path":"a"}' },
      { type: null, call_id: 'c1', output: 'A' },
    ],
    contents: [by('ai', call()), by('tool', answer('A', 'read'))],
  },
  {
    ...{ title: 'parts without a message', api: 'openai-responses' },
    list: [
      { type: 'input_text', text: 'A' },
      { type: 'output_text', text: 'B' },
    ],
    contents: [by('human', text('A')), by('ai', text('B'))],
  },
  {
    ...{ title: 'a custom call with arguments', api: 'openai-responses' },
    list: [{ type: 'custom_tool_call', call_id: 'c1', name: 'read', arguments: 'A' }],
    contents: [by('ai', { ...call({ input: 'A' }), freeForm: true } as Block)],
  },
  {
    ...{ title: 'a response beside its field', api: 'gemini' },
    list: [{ role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'read', output: 'A' } }] }],
    contents: [by('tool', { ...answer('A', 'read'), isComplete: true } as Block)],
  },
  {
    ...{ title: 'calls as JSON text', api: 'gemini' },
    list: [{ role: 'model', parts: [{ functionCall: '{"id":"c1","name":"read","args":{"path":"a"}}' }] }],
    contents: [by('ai', call())],
  },
  {
    ...{ title: 'a text and an image in one part', api: 'gemini' },
    list: [{ role: 'user', parts: [{ text: 'A', inlineData: { mimeType: 'image/png', data: 'AAAA' } }] }],
    contents: [by('human', text('A'), { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' })],
  },
];

test.each(rows)('$api: $title', ({ api, list, contents, reported = [] }) => {
  const read = protocolOf(api).decodeRequest({ [lists[api] ?? 'messages']: list });
  expect([read.contents, read.problems.map(({ path }) => path)]).toEqual([contents, reported]);
});
