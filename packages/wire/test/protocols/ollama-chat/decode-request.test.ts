/** Requests of other clients, read as histories; and our own, read back. */
import { type Content, importContents, type JsonObject, type JsonValue, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import type { ReadRequest } from '../../../src/decode-request/read-request.ts';
import { protocolOf } from '../../../src/index.ts';
import type { Message } from '../../../src/shape/message.ts';
import { outgoingOf } from './outgoing.ts';

const ollamaChat = protocolOf('ollama-chat');

const { decodeRequest, encodeBody, encodeMessage } = ollamaChat;

interface Case {
  readonly name: string;
  readonly body: JsonValue;
  readonly expected: Partial<ReadRequest>;
}

const stream = { stream: true };

const cases: readonly Case[] = [
  {
    name: 'OLL-012 roles in any case, OLL-003 texts and pictures, OLL-004 results by name',
    body: {
      model: 'qwen3',
      messages: [
        { role: 'SYSTEM', content: 'be brief' },
        { role: 'User', content: 'look', images: ['/9j/4AAQ'] },
        {
          role: 'assistant',
          content: 'I look.',
          thinking: 'hm',
          tool_calls: [{ id: 'call_abc', function: { name: 'look', arguments: { at: 'a' } } }],
        },
        { role: 'tool', content: 'a tree', tool_name: 'look', tool_call_id: 'call_abc', images: ['R0lGODlh'] },
        { role: 'assistant', content: '' },
      ],
    },
    expected: {
      model: 'qwen3',
      contents: [
        { speaker: 'system', blocks: [{ type: 'text', text: 'be brief' }] },
        {
          speaker: 'human',
          blocks: [
            { type: 'text', text: 'look' },
            { type: 'media', mimeType: 'image/jpeg', data: '/9j/4AAQ', encoding: 'base64' },
          ],
        },
        {
          speaker: 'ai',
          blocks: [
            { type: 'thinking', thought: 'hm' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_call', id: 'call_abc', name: 'look', parameters: { at: 'a' } },
          ],
        },
        {
          speaker: 'tool',
          blocks: [
            { type: 'tool_response', callId: 'call_abc', toolName: 'look', result: 'a tree' },
            { type: 'media', mimeType: 'image/gif', data: 'R0lGODlh', encoding: 'base64' },
          ],
        },
      ],
    },
  },
  {
    name: 'OLL-002 parses arguments given as text, leaves broken ones to the renderer, and reads absent ones as empty',
    body: {
      messages: [
        {
          role: 'assistant',
          tool_calls: [
            { function: { name: 'a', arguments: '{"x":1}' } },
            { function: { name: 'b', arguments: '{"x' } },
            { function: { name: 'c' } },
          ],
        },
      ],
    },
    expected: {
      contents: [
        {
          speaker: 'ai',
          blocks: [
            { type: 'tool_call', id: '', name: 'a', parameters: { x: 1 } },
            { type: 'tool_call', id: '', name: 'b', parameters: '{"x' },
            { type: 'tool_call', id: '', name: 'c', parameters: {} },
          ],
        },
      ],
    },
  },
  {
    name: 'settings and tools',
    body: {
      messages: [],
      stream: false,
      think: 'low',
      format: { type: 'object' },
      options: { temperature: 0, top_p: 1, stop: 'END', num_predict: 9, seed: 1, repeat_penalty: 1.1, num_ctx: 4096 },
      tools: [
        { type: 'function', function: { name: 'look', description: 'Looks.', parameters: { type: 'object' } } },
        { type: 'function', function: { name: 'wait' } },
      ],
    },
    expected: {
      tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }, { name: 'wait' }],
      settings: {
        stream: false,
        reasoning: 'low',
        responseFormat: { name: 'response', schema: { type: 'object' } },
        temperature: 0,
        topP: 1,
        stop: ['END'],
        maxOutputTokens: 9,
        seed: 1,
        repetitionPenalty: 1.1,
      },
    },
  },
  {
    name: 'OLL-001 stream defaults to true; limit and format default to none',
    body: { messages: [], think: true, format: '', options: { num_predict: -1, stop: [1, 'END'] } },
    expected: { settings: { stream: true, reasoning: 'medium', stop: ['END'] } },
  },
  {
    name: 'think off, JSON',
    body: { messages: [], think: false, format: 'json' },
    expected: { settings: { stream: true, reasoning: 'off', responseFormat: 'json' } },
  },
  {
    name: 'reports what cannot be read and reads the rest',
    body: {
      messages: [
        7,
        { role: 'judge', content: 'x' },
        { role: 'user', content: [{ type: 'text', text: 'x' }], images: [1] },
        { role: 'assistant', content: 'y', tool_calls: [{ function: {} }, null] },
      ],
      tools: [{}],
      think: 'deep',
      format: 'xml',
    },
    expected: {
      contents: [
        { speaker: 'human', blocks: [{ type: 'text', text: 'x' }] },
        { speaker: 'human', blocks: [{ type: 'text', text: 'x' }] },
        {
          speaker: 'ai',
          blocks: [
            { type: 'text', text: 'y' },
            { type: 'tool_call', id: '', name: '', parameters: {} },
          ],
        },
      ],
      problems: [
        { path: 'messages.0', message: 'A message must be an object.' },
        { path: 'messages.1.role', message: 'The role is not system, user, assistant or tool.' },
        { path: 'messages.2.images.0', message: 'An image must be a base64 string.' },
        { path: 'messages.2.content', message: 'The content is not a string.' },
        { path: 'messages.3.tool_calls.0', message: 'A call must have a function with a name.' },
        { path: 'messages.3.tool_calls.1', message: 'A call must be an object.' },
        { path: 'tools.0', message: 'A tool must have a function with a name.' },
        { path: 'think', message: 'It must be true, false, low, medium, high or max.' },
        { path: 'format', message: 'It must be "json" or a JSON schema.' },
      ],
    },
  },
  {
    name: 'messages that are not a list',
    body: { model: 3, messages: 'hi' },
    expected: { problems: [{ path: 'messages', message: '`messages` must be a list.' }] },
  },
  {
    name: 'not an object',
    body: ['hi'],
    expected: { settings: {}, problems: [{ path: '', message: 'The body is not an object.' }] },
  },
];

test.each(cases)('$name', ({ body, expected }) => {
  expect(decodeRequest(body)).toEqual({ contents: [], tools: [], settings: stream, problems: [], ...expected });
});

describe('OLL-004 calls and results without ids', () => {
  const body: JsonObject = {
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '', tool_calls: [called('a', 1), called('a', 2)] },
      { role: 'tool', content: 'one', tool_name: 'a' },
      { role: 'tool', content: 'two', tool_name: 'a' },
      { role: 'assistant', content: '', tool_calls: [called('a', 3)] },
      { role: 'tool', content: 'three', tool_name: 'a' },
    ],
  };

  test('are paired in order, and again in the next round', () => {
    const { transcript } = render(importContents(decodeRequest(body).contents));
    const pairs = transcript
      .interactions()
      .map(({ call, completion }) => [call.parameters, completion.kind === 'real' ? completion.result : 'lost']);
    expect(pairs).toEqual([
      [{ n: 1 }, 'one'],
      [{ n: 2 }, 'two'],
      [{ n: 3 }, 'three'],
    ]);
  });
});

function called(name: string, n: number): JsonObject {
  return { function: { name, arguments: { n } } };
}

test('reads back our own bodies', () => {
  const canonical = 'hist_tool_AAAAAAAAAAAAAAAAAAAAAAAA';
  const id = 'call_AAAAAAAAAAAAAAAAAAAAAAAA';
  const messages: readonly Message[] = [
    { role: 'user', results: [], parts: [{ type: 'text', text: 'look' }] },
    {
      role: 'model',
      parts: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'I look.' },
        { type: 'call', canonicalId: canonical, id, name: 'look', args: { at: 'a' } },
      ],
    },
    {
      role: 'user',
      results: [
        { type: 'result', canonicalId: canonical, id, name: 'look', value: 'x', text: 'x', isError: false, media: [] },
      ],
      parts: [{ type: 'text', text: 'and?' }],
    },
  ];
  const settings = { temperature: 1, maxOutputTokens: 10, stop: ['x'], reasoning: 'low', stream: true } as const;
  const { outgoing } = outgoingOf({ outgoing: { system: 'be brief', messages, settings, tools: [{ name: 'look' }] } });
  const list = messages.flatMap((message) => encodeMessage(message, outgoing.traits));
  const contents: readonly Content[] = [
    { speaker: 'system', blocks: [{ type: 'text', text: 'be brief' }] },
    { speaker: 'human', blocks: [{ type: 'text', text: 'look' }] },
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'hm' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_call', id: canonical, name: 'look', parameters: { at: 'a' } },
      ],
    },
    { speaker: 'tool', blocks: [{ type: 'tool_response', callId: canonical, toolName: 'look', result: 'x' }] },
    { speaker: 'human', blocks: [{ type: 'text', text: 'and?' }] },
  ];
  expect(decodeRequest(encodeBody(outgoing, list))).toEqual({
    model: 'qwen3',
    contents,
    tools: [{ name: 'look', parameters: { type: 'object', properties: {} } }],
    settings,
    problems: [],
  });
});
