/** OpenAI's SDK, which Moonshot uses too, talks to the simulator over HTTP. */
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChatApi } from '../../../src/chat/create-chat-api.ts';
import { moonshotProfile } from '../../../src/chat/profiles/moonshot.ts';
import { type Simulator, startSimulator } from '../../../src/server/server.ts';
import { ask, callWithoutThinking, failure, gather, giveBack, hello, sceneModel, tools } from '../openai-client.ts';

let simulator: Simulator;
let client: OpenAI;
beforeAll(async () => {
  simulator = await startSimulator(createChatApi(moonshotProfile), { model: sceneModel });
  client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: simulator.key, maxRetries: 0 });
});
afterAll(() => simulator.close());

test('a whole answer with its thinking', async () => {
  const { choices, usage } = await client.chat.completions.create({ model: 'kimi-k2.6', messages: [hello] });
  expect(choices).toEqual([
    {
      index: 0,
      message: { role: 'assistant', content: 'Good morning.', reasoning_content: 'Somebody is here.' },
      logprobs: null,
      finish_reason: 'stop',
    },
  ]);
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
});

test.each([
  ['kimi-k2.6', ['functions.weather:0', 'functions.weather:1']],
  ['kimi-k3', ['weather:0', 'weather:1']],
])('%s streams thinking and calls, accepts them back with their results, and answers', async (model, ids) => {
  const first = await gather(client, model, [ask], true);
  expect(first).toEqual({
    text: '',
    thinking: 'Two places.',
    calls: [
      { id: ids[0], name: 'weather', args: '{"city":"Paris"}' },
      { id: ids[1], name: 'weather', args: '{"city":"Rome"}' },
    ],
    finish: 'tool_calls',
    chunks: expect.any(Number),
    total: expect.any(Number),
  });
  expect(first.chunks).toBeGreaterThan(10);
  const last = await gather(client, model, [ask, ...giveBack(first)], true);
  expect([last.text, last.thinking, last.finish]).toEqual(['They said sun and rain.', 'Now I know.', 'stop']);
  expect(simulator.log.at(-1)).toMatchObject({ verdict: 'accepted', warnings: [] });
});

test('KIM-001 accepts a foreign id and notes it', async () => {
  await client.chat.completions.create({
    model: 'kimi-k2-0905',
    messages: [ask, ...callWithoutThinking('call_abc')],
  });
  expect(simulator.log.at(-1)).toMatchObject({ verdict: 'accepted', warnings: ['KIM-001'] });
});

test('KIM-006 is a BadRequestError with Moonshot’s message', async () => {
  const error = await failure(
    client.chat.completions.create({
      model: 'kimi-k2.5',
      messages: [ask, ...callWithoutThinking('functions.weather:0')],
      tools,
    }),
  );
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({
    status: 400,
    error: {
      message: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
      type: 'invalid_request_error',
    },
  });
});

test('an unknown model is a NotFoundError', async () => {
  const error = await failure(client.chat.completions.create({ model: 'kimi-k9', messages: [hello] }));
  expect(error).toBeInstanceOf(OpenAI.NotFoundError);
  expect(error).toMatchObject({
    error: { message: 'Not found the model kimi-k9 or Permission denied', type: 'resource_not_found_error' },
  });
});

test('an unknown key is an AuthenticationError', async () => {
  const stranger = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'wrong', maxRetries: 0 });
  const error = await failure(stranger.chat.completions.create({ model: 'kimi-k3', messages: [hello] }));
  expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
  expect(error).toMatchObject({ error: { message: 'Invalid Authentication', type: 'invalid_authentication_error' } });
});
