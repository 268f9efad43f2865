/** Media in the forms of any API, sent to any other (AstrBotDevs/AstrBot#4444): read as media, in messages and in results. */
import type { Block, JsonObject, MediaBlock } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { type ProtocolName, protocolOf } from '../../src/index.ts';

const media = (mimeType: string, data: string, more: Partial<MediaBlock> = {}): MediaBlock => ({
  ...{ type: 'media', mimeType, data, encoding: 'base64' },
  ...more,
});
const picture = media('image/png', 'AAAA');
const paper = media('application/pdf', 'JVBE', { filename: 'a.pdf' });
const [address, paperAddress] = ['data:image/png;base64,AAAA', 'data:application/pdf;base64,JVBE'];
const page = 'https://x.test/a.png';

const forms: readonly (readonly [title: string, part: JsonObject, block: MediaBlock])[] = [
  ['Messages', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }, picture],
  [
    'Messages, a document',
    { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' } },
    paper,
  ],
  ['Chat', { type: 'image_url', image_url: { url: address } }, picture],
  ['Chat, a file', { type: 'file', file: { filename: 'a.pdf', file_data: paperAddress } }, paper],
  ['Responses', { type: 'input_image', image_url: address }, picture],
  ['Responses, as in Chat', { type: 'input_image', image_url: { url: address } }, picture],
  ['Responses, an address', { type: 'input_image', image_url: page }, media('image/png', page, { encoding: 'url' })],
  ['Responses, a file', { type: 'input_file', filename: 'a.pdf', file_data: paperAddress }, paper],
  ['Gemini', { inlineData: { mimeType: 'image/png', data: 'AAAA' } }, picture],
  ['Gemini, in snake case', { inline_data: { mime_type: 'image/png', data: 'AAAA' } }, picture],
  ['Converse', { image: { format: 'png', source: { bytes: 'AAAA' } } }, picture],
  ['MCP', { type: 'image', data: 'AAAA', mimeType: 'image/png' }, picture],
  ['the AI SDK', { type: 'image', image: 'AAAA', mediaType: 'image/png' }, picture],
  ['the AI SDK, an address', { type: 'image', image: address }, picture],
  ['the AI SDK, a file', { type: 'file', data: 'JVBE', mediaType: 'application/pdf', filename: 'a.pdf' }, paper],
  ['the AI SDK, a file of a page', { type: 'file', url: address, mediaType: 'image/png' }, picture],
  ['the AI SDK, a result', { type: 'media', data: 'AAAA', mediaType: 'image/png' }, picture],
  ['LangChain', { type: 'image', source_type: 'base64', mime_type: 'image/png', data: 'AAAA' }, picture],
  ['LangChain 1', { type: 'image', base64: 'AAAA', mime_type: 'image/png' }, picture],
];

const words = { type: 'text', text: 'See:' };
const said = { role: 'user', content: 'Look.' };

/** A message of the user, and a result, with a part; and where what is read from them is. */
const requests: Readonly<Record<string, (part: JsonObject) => readonly [message: JsonObject, result: JsonObject]>> = {
  'anthropic-messages': (part) => [
    { messages: [{ role: 'user', content: [words, part] }] },
    {
      messages: [
        said,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'look', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [words, part] }] },
      ],
    },
  ],
  'openai-chat': (part) => [
    { messages: [{ role: 'user', content: [words, part] }] },
    {
      messages: [
        said,
        { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c', content: [words, part] },
      ],
    },
  ],
  'openai-responses': (part) => [
    { input: [{ role: 'user', content: [words, part] }] },
    {
      input: [
        said,
        { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: [words, part] },
      ],
    },
  ],
  gemini: (part) => [
    { contents: [{ role: 'user', parts: [{ text: 'See:' }, part] }] },
    {
      contents: [
        { role: 'user', parts: [{ text: 'Look.' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c', name: 'look', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c', name: 'look', response: { output: 'See:' }, parts: [part] } }],
        },
      ],
    },
  ],
  'ollama-chat': (part) => [
    { messages: [{ role: 'user', content: [words, part] }] },
    {
      messages: [
        said,
        { role: 'assistant', content: '', tool_calls: [{ function: { name: 'look', arguments: {} } }] },
        { role: 'tool', tool_name: 'look', content: [words, part] },
      ],
    },
  ],
};

/** What is read last, and the places of what was not read. Ollama's content should be a string, which is said. */
function lastRead(
  protocol: string,
  body: JsonObject,
): readonly [blocks: readonly Block[], problems: readonly string[]] {
  const { contents, problems } = protocolOf(protocol as ProtocolName).decodeRequest(body);
  const unread = problems.map(({ path }) => path).filter((path) => path !== 'messages.0.content');
  return [contents.at(-1)?.blocks ?? [], unread];
}

describe.each(Object.keys(requests))('%s', (protocol) => {
  test.each(forms)('%s', (_, part, block) => {
    const [message, result] = requests[protocol]?.(part) ?? [{}, {}];
    expect(lastRead(protocol, message)).toEqual([[{ type: 'text', text: 'See:' }, block], []]);
    const [[first, ...others], unread] = lastRead(protocol, result);
    expect([first, others, unread]).toEqual([expect.objectContaining({ result: 'See:' }), [block], []]);
  });
});

test.each<JsonObject>([
  { type: 'image', url: 'https://x.test/a' },
  { type: 'image', image: 'a cat' },
  { type: 'file', data: 'a,b' },
  { type: 'document', data: 'a b' },
  { type: 'file', name: 'a.txt' },
  { image: 'a.png' },
])('in a result, %j is data', (part) => {
  const [, result = {}] = requests['openai-chat']?.(part) ?? [];
  const [[response, ...others]] = lastRead('openai-chat', result);
  expect([response, others]).toEqual([
    expect.objectContaining({ result: expect.stringContaining(JSON.stringify(part)) }),
    [],
  ]);
});

test('a text that is not base64 stays text', () => {
  const [message = {}] = requests['openai-chat']?.({ type: 'file', data: 'a b', mediaType: 'text/plain' }) ?? [];
  expect(lastRead('openai-chat', message)[0].at(-1)).toEqual(media('text/plain', 'a b', { encoding: 'text' }));
});

test('gemini: a part of a response that is no medium is in the report', () => {
  const [, result = {}] = requests['gemini']?.({ type: 'riddle' }) ?? [];
  expect(lastRead('gemini', result)[1]).toEqual(['contents.2.parts.0.functionResponse.parts.0']);
});
