/** Every kind of message, and the messages it becomes. */
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { encodeMessage } from '../../../src/protocols/ollama-chat/encode-request/encode-message.ts';
import type { Message, ResultPart } from '../../../src/shape/message.ts';

const picture = {
  type: 'media',
  block: { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' },
} as const;

const result = (over: Partial<ResultPart> = {}): ResultPart => ({
  type: 'result',
  canonicalId: 'hist_tool_1',
  id: '',
  name: 'read_file',
  value: 'text of a',
  text: 'text of a',
  isError: false,
  media: [],
  ...over,
});

interface Case {
  readonly name: string;
  readonly message: Message;
  readonly expected: readonly JsonObject[];
}

const cases: readonly Case[] = [
  {
    name: 'a system message in its place',
    message: { role: 'system', text: 'be brief' },
    expected: [{ role: 'system', content: 'be brief' }],
  },
  {
    name: 'OLL-003 joins the texts of a user message',
    message: {
      role: 'user',
      results: [],
      parts: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    },
    expected: [{ role: 'user', content: 'one\n\ntwo' }],
  },
  {
    name: 'OLL-003 pictures are beside the text',
    message: { role: 'user', results: [], parts: [{ type: 'text', text: 'what is this?' }, picture] },
    expected: [{ role: 'user', content: 'what is this?', images: ['iVBORw0KGgo='] }],
  },
  {
    name: 'OLL-003 a message with one picture has an empty text',
    message: { role: 'user', results: [], parts: [picture] },
    expected: [{ role: 'user', content: '', images: ['iVBORw0KGgo='] }],
  },
  {
    name: 'OLL-003 describes media that are not picture bytes',
    message: {
      role: 'user',
      results: [],
      parts: [
        {
          type: 'media',
          block: { type: 'media', mimeType: 'image/png', data: 'https://x.test/a.png', encoding: 'url' },
        },
        { type: 'media', block: { type: 'media', mimeType: 'application/pdf', data: 'JVBE', encoding: 'base64' } },
        {
          type: 'media',
          block: { type: 'media', mimeType: 'text/plain', data: 'abc', encoding: 'text', filename: 'a.txt' },
        },
      ],
    },
    expected: [
      {
        role: 'user',
        content: '[image/png not shown here]\n\n[application/pdf not shown here]\n\n[File a.txt]\nabc',
      },
    ],
  },
  {
    name: 'OLL-004 each result is a message with its tool’s name, before the user’s text',
    message: {
      role: 'user',
      results: [result(), result({ name: 'run', text: 'exit 1', isError: true })],
      parts: [{ type: 'text', text: 'go on' }],
    },
    expected: [
      { role: 'tool', content: 'text of a', tool_name: 'read_file' },
      { role: 'tool', content: 'exit 1', tool_name: 'run' },
      { role: 'user', content: 'go on' },
    ],
  },
  {
    name: 'OLL-004 results alone need no user message; a picture stays with its result, and an id is written if there is one',
    message: { role: 'user', results: [result({ id: 'call_1', media: [picture] })], parts: [] },
    expected: [
      {
        role: 'tool',
        content: 'text of a',
        images: ['iVBORw0KGgo='],
        tool_name: 'read_file',
        tool_call_id: 'call_1',
      },
    ],
  },
  {
    name: 'OLL-002 arguments are objects, and thinking has its own field',
    message: {
      role: 'model',
      parts: [
        { type: 'thinking', text: 'which file?' },
        { type: 'text', text: 'I look.' },
        { type: 'call', canonicalId: 'hist_tool_1', id: '', name: 'read_file', args: { path: 'a' } },
        { type: 'call', canonicalId: 'hist_tool_2', id: 'call_2', name: 'list', args: {} },
      ],
    },
    expected: [
      {
        role: 'assistant',
        content: 'I look.',
        thinking: 'which file?',
        tool_calls: [
          { function: { name: 'read_file', arguments: { path: 'a' } } },
          { id: 'call_2', function: { name: 'list', arguments: {} } },
        ],
      },
    ],
  },
  {
    name: 'OLL-003 calls alone leave the content empty, not absent',
    message: {
      role: 'model',
      parts: [{ type: 'call', canonicalId: 'hist_tool_1', id: '', name: 'list', args: {} }],
    },
    expected: [{ role: 'assistant', content: '', tool_calls: [{ function: { name: 'list', arguments: {} } }] }],
  },
  {
    name: 'describes a tool that another provider ran, keeps a picture, drops empty thinking',
    message: {
      role: 'model',
      parts: [
        { type: 'thinking', text: '' },
        {
          type: 'provider-tool',
          id: 's1',
          name: 'web_search',
          args: { q: 'x' },
          result: { field: 'r', value: 'found' },
        },
        picture,
      ],
    },
    expected: [
      {
        role: 'assistant',
        content: '[web_search was run by the model\'s provider with {"q":"x"}]\nfound',
        images: ['iVBORw0KGgo='],
      },
    ],
  },
];

test.each(cases)('$name', ({ message, expected }) => {
  expect(encodeMessage(message)).toEqual(expected);
});
