/** OpenAI's SDK, which DeepSeek uses too, talks to the simulator over HTTP. */
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChatApi } from '../../../src/chat/create-chat-api.ts';
import { deepseekProfile } from '../../../src/chat/profiles/deepseek.ts';
import { type Simulator, startSimulator } from '../../../src/server/server.ts';
import { ask, callWithoutThinking, failure, gather, giveBack, hello, sceneModel, tools } from '../openai-client.ts';

let simulator: Simulator;
let client: OpenAI;
beforeAll(async () => {
  simulator = await startSimulator(createChatApi(deepseekProfile), { model: sceneModel });
  client = new OpenAI({ baseURL: simulator.url, apiKey: simulator.key, maxRetries: 0 });
});
afterAll(() => simulator.close());

test.each([
  ['deepseek-v4-pro', { role: 'assistant', content: 'Good morning.', reasoning_content: 'Somebody is here.' }],
  ['deepseek-v3.2', { role: 'assistant', content: 'Good morning.' }],
])('a whole answer of %s', async (model, message) => {
  const { choices } = await client.chat.completions.create({ model, messages: [hello] });
  expect(choices).toEqual([{ index: 0, message, logprobs: null, finish_reason: 'stop' }]);
});

test.each(['', '/v1'])('answers under %j', async (path) => {
  const other = new OpenAI({ baseURL: simulator.url + path, apiKey: simulator.key, maxRetries: 0 });
  const { choices } = await other.chat.completions.create({ model: 'deepseek-v3.2', messages: [hello] });
  expect(choices[0]?.message.content).toBe('Good morning.');
  const { data } = await other.models.list();
  expect(data.map(({ id }) => id)).toEqual(deepseekProfile.models.map(({ id }) => id));
  expect(await other.models.retrieve('deepseek-v3.2')).toMatchObject({ id: 'deepseek-v3.2' });
  expect(simulator.log.at(-1)?.path).toBe(`${path}/models/deepseek-v3.2`);
});

test('a stream of thinking and calls, sent back with results, and the answer', async () => {
  const first = await gather(client, 'deepseek-v4-flash', [ask], true);
  expect(first).toEqual({
    text: '',
    thinking: 'Two places.',
    calls: [
      { id: expect.stringMatching(/^call_00_/), name: 'weather', args: '{"city":"Paris"}' },
      { id: expect.stringMatching(/^call_01_/), name: 'weather', args: '{"city":"Rome"}' },
    ],
    finish: 'tool_calls',
    chunks: expect.any(Number),
    total: expect.any(Number),
  });
  const last = await gather(client, 'deepseek-v4-flash', [ask, ...giveBack(first)], true);
  expect([last.text, last.thinking, last.finish]).toEqual(['They said sun and rain.', 'Now I know.', 'stop']);
  expect(simulator.log.at(-1)).toMatchObject({ verdict: 'accepted', warnings: [] });
});

test('DSK-002 is a BadRequestError with DeepSeek’s message', async () => {
  const error = await failure(
    client.chat.completions.create({
      model: 'deepseek-v4-pro',
      messages: [ask, ...callWithoutThinking('call_a')],
      tools,
    }),
  );
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({
    status: 400,
    error: {
      message: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_request_error',
    },
  });
});

test('DSK-010 is an UnprocessableEntityError', async () => {
  const messages = [ask, { role: 'function' as const, name: 'weather', content: 'sun' }];
  const error = await failure(client.chat.completions.create({ model: 'deepseek-v4-pro', messages }));
  expect(error).toBeInstanceOf(OpenAI.UnprocessableEntityError);
  expect(error).toMatchObject({ message: expect.stringContaining('messages[1].role: unknown variant `function`') });
});

test('DSK-009 a retired model is a BadRequestError', async () => {
  const error = await failure(client.chat.completions.create({ model: 'deepseek-chat', messages: [hello] }));
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({ error: { message: 'Model Not Exist', type: 'invalid_request_error' } });
});

test('an unknown key is an AuthenticationError', async () => {
  const stranger = new OpenAI({ baseURL: simulator.url, apiKey: 'sk-wrong', maxRetries: 0 });
  const error = await failure(stranger.chat.completions.create({ model: 'deepseek-v4-pro', messages: [hello] }));
  expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
  expect(error).toMatchObject({
    error: { message: 'Authentication Fails, Your api key: ****rong is invalid', type: 'authentication_error' },
  });
});
