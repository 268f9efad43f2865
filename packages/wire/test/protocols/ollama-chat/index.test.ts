/** The whole protocol: where requests go, and that the official client would send the same. */
import type { ChatRequest, Message as ClientMessage } from 'ollama';
import { expect, test } from 'vitest';
import { ollamaChat } from '../../../src/protocols/ollama-chat/index.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import type { Message } from '../../../src/shape/message.ts';
import { outgoingOf } from './outgoing.ts';

test('one path for everything, and a key only if there is one', () => {
  expect(ollamaChat.path('qwen3', true)).toBe('/api/chat');
  expect(ollamaChat.path('qwen3', false)).toBe('/api/chat');
  expect(ollamaChat.headers).toEqual({});
  expect(ollamaChat.keyHeader).toEqual({ name: 'authorization', prefix: 'Bearer ' });
});

const said: readonly Message[] = [
  {
    role: 'user',
    results: [],
    parts: [
      { type: 'text', text: 'look' },
      { type: 'media', block: { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' } },
    ],
  },
  {
    role: 'model',
    parts: [
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'I look.' },
      { type: 'call', canonicalId: 'hist_tool_1', id: '', name: 'look', args: { at: 'a' } },
    ],
  },
  {
    role: 'user',
    results: [
      {
        type: 'result',
        canonicalId: 'hist_tool_1',
        id: '',
        name: 'look',
        value: 't',
        text: 'a tree',
        isError: false,
        media: [],
      },
    ],
    parts: [],
  },
];

/** The same in the types of the official client: the compiler checks that it may be sent, the test that we send it. */
const messages = [
  { role: 'system', content: 'be brief' },
  { role: 'user', content: 'look', images: ['iVBORw0KGgo='] },
  {
    role: 'assistant',
    content: 'I look.',
    thinking: 'hm',
    tool_calls: [{ function: { name: 'look', arguments: { at: 'a' } } }],
  },
  { role: 'tool', content: 'a tree', tool_name: 'look' },
] satisfies readonly ClientMessage[];

const request = {
  model: 'qwen3',
  messages,
  tools: [
    {
      type: 'function',
      function: { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
    },
  ],
  stream: true,
  think: 'low',
  options: { temperature: 0, top_p: 0.9, stop: ['END'], num_predict: 500 },
} satisfies ChatRequest;

test('OLL-002 OLL-003 OLL-004 the official client accepts a body, and it breaks no rule', () => {
  const { outgoing, left } = outgoingOf({
    outgoing: {
      system: 'be brief',
      messages: said,
      tools: [{ name: 'look', description: 'Looks.' }],
      settings: { stream: true, reasoning: 'low', temperature: 0, topP: 0.9, stop: ['END'], maxOutputTokens: 500 },
    },
  });
  const list = said.flatMap((message) => ollamaChat.encodeMessage(message, outgoing.traits));
  const body = ollamaChat.encodeBody(outgoing, list);
  expect(body).toEqual({ ...request, truncate: false, shift: false });
  expect(left).toEqual([]);
  expect(findViolations(ollamaChat.rules, { body, list: messages, traits: outgoing.traits, from: 0 })).toEqual([]);
});
