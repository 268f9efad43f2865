/** Requests of Converse clients: read completely, and written again unchanged. */
import { expect, test } from 'vitest';
import { detectProtocol, importRequest, prepareRequest } from '../../../src/index.ts';

const request = {
  system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
  messages: [
    { role: 'user', content: [{ text: 'Look.' }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }] },
    {
      role: 'assistant',
      content: [{ text: 'I look.' }, { toolUse: { toolUseId: 'tooluse_1', name: 'look', input: { at: 'a' } } }],
    },
    {
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'tooluse_1', content: [{ json: { seen: 'a tree' } }] } },
        { text: 'And now?' },
      ],
    },
  ],
  inferenceConfig: { maxTokens: 500, temperature: 0.5, topP: 0.9, stopSequences: ['END'] },
  toolConfig: {
    tools: [
      { toolSpec: { name: 'look', description: 'Looks.', inputSchema: { json: { type: 'object', properties: {} } } } },
    ],
    toolChoice: { tool: { name: 'look' } },
  },
  additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2000 } },
};

test('reads every field of a request', () => {
  const { contents, tools, settings, problems } = importRequest('bedrock-converse', request);
  expect(problems).toEqual([]);
  expect(contents.map(({ speaker, blocks }) => [speaker, blocks.map(({ type }) => type)])).toEqual([
    ['system', ['text']],
    ['human', ['text', 'media']],
    ['ai', ['text', 'tool_call']],
    ['tool', ['tool_response']],
    ['human', ['text']],
  ]);
  expect(contents[3]?.blocks[0]).toMatchObject({ toolName: 'look', result: '{"seen":"a tree"}' });
  expect(tools).toEqual([{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }]);
  expect(settings).toEqual({
    maxOutputTokens: 500,
    temperature: 0.5,
    topP: 0.9,
    stop: ['END'],
    toolChoice: { tool: 'look' },
    reasoning: { tokens: 2000 },
  });
});

test('recognizes and reads back what we write', () => {
  const { contents, tools, settings } = importRequest('bedrock-converse', request);
  const target = { provider: 'bedrock', places: { region: 'us-east-1' }, model: 'amazon.nova-pro-v1:0' } as const;
  const { body } = prepareRequest({ contents, tools, settings, target });
  expect(detectProtocol(body)?.name).toBe('bedrock-converse');
  const again = importRequest('bedrock-converse', body);
  const { body: second } = prepareRequest({ ...again, target });
  expect(second).toEqual(body);
});

test.each([
  [{ system: [{ text: 'x' }], messages: [{ role: 'user', content: [{ text: 'y' }] }] }, 'bedrock-converse'],
  [{ system: [{ type: 'text', text: 'x' }], messages: [{ role: 'user', content: 'y' }] }, 'anthropic-messages'],
  [{ system: 'x', messages: [{ role: 'user', content: 'y' }] }, 'anthropic-messages'],
  [{ messages: [{ role: 'user', content: 'y' }] }, 'openai-chat'],
])('%j is a request of %s', (body, protocol) => {
  expect(detectProtocol(body)?.name).toBe(protocol);
});

test("reads text with citations, and Bedrock's own calls", () => {
  const content = [
    { toolUse: { toolUseId: 'tooluse_1', name: 'nova_grounding', type: 'server_tool_use', input: { query: 'a' } } },
    { toolResult: { toolUseId: 'tooluse_1', status: 'success', content: [{ text: '[HIDDEN]' }] } },
    { citationsContent: { citations: [{ title: 'a' }], content: [{ text: 'It is a.' }] } },
  ];
  const { contents, problems } = importRequest('bedrock-converse', { messages: [{ role: 'assistant', content }] });
  expect(problems).toEqual([]);
  expect(contents[0]?.blocks).toMatchObject([
    { type: 'tool_call', name: 'nova_grounding', parameters: { query: 'a' }, executor: 'provider' },
    { type: 'tool_response', toolName: 'nova_grounding', result: '[HIDDEN]' },
    { type: 'text', text: 'It is a.' },
  ]);
});

test('reads odd bodies as far as possible and reports the rest', () => {
  const odd = {
    messages: ['hello', { role: 'robot', content: 'hi' }, { role: 'user', content: [{ audio: {} }, { text: 'x' }] }],
    guardrailConfig: {},
  };
  const { contents, problems } = importRequest('bedrock-converse', odd);
  expect(contents.flatMap(({ blocks }) => blocks)).toEqual([
    { type: 'text', text: 'hello' },
    { type: 'text', text: 'hi' },
    { type: 'text', text: 'x' },
  ]);
  expect(problems.map(({ path }) => path)).toEqual([
    'messages.0',
    'messages.1.content',
    'messages.1.role',
    'messages.2.content.0',
    'guardrailConfig',
  ]);
});
