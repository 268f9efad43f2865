/** What Ollama's clients expect of every answer, whoever gives it: how long it took, and that a model can be loaded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginStream, chatEnd, chatFrame, openUpstream, sayYes, type Upstream } from './open-upstream.ts';
import { send } from './send.ts';

let time = 0;
let upstream: Upstream;
beforeAll(async () => {
  const clock = { now: () => time, sleep: () => Promise.resolve() };
  upstream = await openUpstream({
    clock,
    answer: (response, { body }) => {
      time += 2;
      if (JSON.parse(body).stream !== true) return sayYes(response);
      beginStream(response);
      response.end(chatFrame({ content: 'yes' }) + chatEnd);
    },
  });
});
afterAll(() => upstream.close());

const messages = [{ role: 'user', content: 'hello' }];
const ask = (body: object): ReturnType<typeof send> => send(upstream.gateway.url, '/api/chat', { model: 'm', ...body });

test.each([
  [true, { total_duration: 2_000_000, prompt_eval_duration: 2_000_000, eval_duration: 1 }],
  [false, { total_duration: 2_000_000, prompt_eval_duration: 1, eval_duration: 2_000_000 }],
])('streamed: %s, the last line says how long it took', async (stream, times) => {
  const request = { method: 'POST', body: JSON.stringify({ model: 'm', messages, stream }) };
  const text = await (await fetch(`${upstream.gateway.url}/api/chat`, request)).text();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ done: true, load_duration: 0, ...times });
  expect(lines.slice(0, -1).every((line) => !('total_duration' in line))).toBe(true);
});

test.each([
  [{}, 'load'],
  [{ messages: [] }, 'load'],
  [{ messages: [], keep_alive: 0 }, 'unload'],
])('%j asks no one: %s', async (fields, reason) => {
  const before = upstream.sent.length;
  const { status, body } = await ask(fields);
  expect([status, body]).toEqual([
    200,
    {
      ...{ model: 'm', created_at: new Date(time).toISOString(), message: { role: 'assistant', content: '' } },
      ...{ done_reason: reason, done: true },
    },
  ]);
  expect(upstream.sent).toHaveLength(before);
});

test.each([
  ['ollama', 'gpt-oss', ['completion', 'tools', 'thinking']],
  ['ollama', 'llava', ['completion', 'tools', 'vision']],
  ['anthropic', 'claude-opus-4-8', ['completion', 'tools', 'vision', 'thinking']],
  ['openai', 'gpt-4.1', ['completion', 'tools', 'vision']],
])('%s/%s: clients are told what it can do', async (provider, model, capabilities) => {
  const named = await openUpstream({
    answer: sayYes,
    models: { find: () => ({ provider, model }), list: () => ['m'] },
  });
  const { body } = await send(named.gateway.url, '/api/show', { model: 'm' });
  expect(body).toMatchObject({ capabilities });
  await named.close();
});

test('what is not a list of messages is still refused', async () => {
  expect((await ask({ messages: 'hello' })).status).toBe(400);
});
