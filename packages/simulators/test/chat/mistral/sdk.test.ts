/** Mistral's own SDK talks to the simulator over HTTP. */
import { HTTPClient, Mistral } from '@mistralai/mistralai';
import type { DeltaMessage } from '@mistralai/mistralai/models/components';
import { HTTPValidationError, SDKError } from '@mistralai/mistralai/models/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChatApi } from '../../../src/chat/create-chat-api.ts';
import { mistralProfile } from '../../../src/chat/profiles/mistral.ts';
import { type Simulator, startSimulator } from '../../../src/server/server.ts';
import { failure, sceneModel } from '../openai-client.ts';

let simulator: Simulator;
let client: Mistral;
beforeAll(async () => {
  simulator = await startSimulator(createChatApi(mistralProfile), { model: sceneModel });
  client = new Mistral({ serverURL: simulator.url, apiKey: simulator.key, retryConfig: { strategy: 'none' } });
});
afterAll(() => simulator.close());

const hello = { role: 'user' as const, content: 'Hello.' };
const ask = { role: 'user' as const, content: 'How is the weather in Paris and Rome?' };
const tools = [
  {
    type: 'function' as const,
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
];

test('a whole answer', async () => {
  const { choices, usage } = await client.chat.complete({ model: 'mistral-large-latest', messages: [hello] });
  expect(choices?.map(({ message, finishReason }) => [message?.content, finishReason])).toEqual([
    ['Good morning.', 'stop'],
  ]);
  expect([usage.promptTokens, usage.completionTokens, usage.totalTokens]).toEqual([2, 4, 6]);
});

test('thinking arrives in content chunks', async () => {
  const { choices } = await client.chat.complete({ model: 'magistral-medium-2509', messages: [hello] });
  expect(choices?.[0]?.message?.content).toEqual([
    { type: 'thinking', thinking: [{ type: 'text', text: 'Somebody is here.' }] },
    { type: 'text', text: 'Good morning.' },
  ]);
});

test('calls, their results, and the answer', async () => {
  const first = await client.chat.complete({ model: 'mistral-large-latest', messages: [ask], tools });
  const message = first.choices?.[0]?.message;
  const calls = message?.toolCalls ?? [];
  expect(calls.map((call) => [call.id?.length, call.function.name, call.function.arguments])).toEqual([
    [9, 'weather', '{"city":"Paris"}'],
    [9, 'weather', '{"city":"Rome"}'],
  ]);
  const results = calls.map((call, index) => ({
    role: 'tool' as const,
    toolCallId: call.id ?? '',
    name: call.function.name,
    content: ['sun', 'rain'][index] ?? '',
  }));
  const messages = [ask, { ...message, role: 'assistant' as const }, ...results];
  const last = await client.chat.complete({ model: 'mistral-large-latest', messages, tools });
  expect(last.choices?.[0]?.message?.content).toBe('They said sun and rain.');
});

function thoughtsIn(content: DeltaMessage['content']): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content
    .flatMap((chunk) => (chunk.type === 'thinking' && 'thinking' in chunk ? chunk.thinking : []))
    .flatMap((part) => ('text' in part ? [part.text] : []));
}

test('a stream of thinking and calls', async () => {
  const stream = await client.chat.stream({
    model: 'mistral-medium-3.5',
    reasoningEffort: 'high',
    messages: [ask],
    tools,
  });
  const thoughts: string[] = [];
  const calls: unknown[] = [];
  const ends: unknown[] = [];
  for await (const { data } of stream) {
    const choice = data.choices[0];
    thoughts.push(...thoughtsIn(choice?.delta.content));
    calls.push(
      ...(choice?.delta.toolCalls ?? []).map((call) => [call.index, call.function.name, call.function.arguments]),
    );
    if (choice?.finishReason) ends.push([choice.finishReason, data.usage?.totalTokens]);
  }
  expect(thoughts.length).toBeGreaterThan(1);
  expect(thoughts.join('')).toBe('Two places.');
  expect(calls).toEqual([
    [0, 'weather', '{"city":"Paris"}'],
    [1, 'weather', '{"city":"Rome"}'],
  ]);
  expect(ends).toEqual([['tool_calls', expect.any(Number)]]);
});

test('a stream of text', async () => {
  const stream = await client.chat.stream({ model: 'mistral-small-latest', messages: [hello] });
  const texts: string[] = [];
  for await (const { data } of stream) {
    const content = data.choices[0]?.delta.content;
    if (typeof content === 'string') texts.push(content);
  }
  expect(texts.join('')).toBe('Good morning.');
  expect(texts.length).toBeGreaterThan(3);
});

test('the list of models, and one of them', async () => {
  const { data = [] } = await client.models.list();
  const cards = data.flatMap((each) => (each.type === 'base' ? [each] : []));
  expect(cards.map(({ id }) => id)).toEqual(mistralProfile.models.map(({ id }) => id));
  const card = await client.models.retrieve({ modelId: 'mistral-medium-3.5' });
  expect(cards).toContainEqual(card);
  expect(card).toMatchObject({
    id: 'mistral-medium-3.5',
    type: 'base',
    object: 'model',
    ownedBy: 'mistralai',
    maxContextLength: 262_144,
    capabilities: { completionChat: true, functionCalling: true, reasoning: true, completionFim: false },
  });
  expect(cards.find(({ id }) => id === 'mistral-large-2407')?.capabilities.reasoning).toBe(false);
});

test('MIS-001 is an SDKError with status 400', async () => {
  const messages = [
    ask,
    { role: 'assistant' as const, toolCalls: [{ id: 'call_search', function: { name: 'weather', arguments: '{}' } }] },
    { role: 'tool' as const, toolCallId: 'call_search', content: 'sun' },
  ];
  const error = await failure(client.chat.complete({ model: 'mistral-large-latest', messages }));
  expect(error).toBeInstanceOf(SDKError);
  expect(error instanceof SDKError && [error.statusCode, JSON.parse(error.body)]).toEqual([
    400,
    {
      object: 'error',
      message: 'Tool call id was call_search but must be a-z, A-Z, 0-9, with a length of 9.',
      type: 'invalid_request_function_call',
      param: null,
      code: '3280',
      raw_status_code: 400,
    },
  ]);
});

test("MIS-007 the SDK itself sends 'null' for a missing id", async () => {
  const messages = [
    ask,
    { role: 'assistant' as const, toolCalls: [{ function: { name: 'weather', arguments: '{}' } }] },
    { role: 'tool' as const, toolCallId: 'abcdefgh1', content: 'sun' },
  ];
  const error = await failure(client.chat.complete({ model: 'mistral-large-latest', messages }));
  expect(error).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('has to be defined in serving mode'),
  });
});

test('MIS-017 is an HTTPValidationError with status 422', async () => {
  // The SDK sends no unknown field, so one is added on the way.
  const httpClient = new HTTPClient();
  httpClient.addHook('beforeRequest', async (request) => {
    const sent: unknown = await request.clone().json();
    return new Request(request, { body: JSON.stringify(Object.assign({ user: 'Ada' }, sent)) });
  });
  const careless = new Mistral({ serverURL: simulator.url, apiKey: simulator.key, httpClient });
  const error = await failure(careless.chat.complete({ model: 'mistral-large-latest', messages: [hello] }));
  expect(error).toBeInstanceOf(HTTPValidationError);
  expect(error instanceof HTTPValidationError && [error.statusCode, JSON.parse(error.body)]).toEqual([
    422,
    {
      object: 'error',
      message: {
        detail: [
          { type: 'extra_forbidden', loc: ['body', 'user'], msg: 'Extra inputs are not permitted', input: 'Ada' },
        ],
      },
      type: 'invalid_request_error',
      param: null,
      code: null,
      raw_status_code: 422,
    },
  ]);
});

test.each([
  ['an unknown key', 401, () => new Mistral({ serverURL: simulator.url, apiKey: 'wrong' }).models.list()],
  ['an unknown model', 400, () => client.chat.complete({ model: 'mistral-huge', messages: [hello] })],
] as const)('%s is an SDKError with status %i', async (_what, status, send) => {
  const error = await failure(send());
  expect(error).toBeInstanceOf(SDKError);
  expect(error).toMatchObject({ statusCode: status });
});
