/** The endpoints for clients of OpenAI and Anthropic. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Model } from '../../src/api/model.ts';
import { ollama } from '../../src/ollama/index.ts';
import { type Simulator, startSimulator } from '../../src/server/server.ts';

const model: Model = (seen) => {
  const result = seen.turns.flatMap((turn) => turn.results)[0];
  if (seen.tools.length === 0 || result)
    return { parts: [{ say: `It says ${result?.text ?? seen.system}.` }], stop: 'end' };
  return { parts: [{ say: 'I read.' }, { call: 'read', args: { path: 'a' } }], stop: 'calls' };
};

let simulator: Simulator;
let openai: OpenAI;
let anthropic: Anthropic;
beforeAll(async () => {
  simulator = await startSimulator(ollama, { model });
  openai = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'any', maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: simulator.url, apiKey: 'any', maxRetries: 0 });
});
afterAll(() => simulator.close());

const parameters = { type: 'object', properties: { path: { type: 'string' } } } as const;

test('OLL-010 OpenAI’s client: whole, streamed, with a call and its result, rejected', async () => {
  const user = { role: 'user', content: 'read' } as const;
  const tools = [{ type: 'function', function: { name: 'read', parameters } }] as const;
  const whole = await openai.chat.completions.create({ model: 'qwen3', messages: [user], tools: [...tools] });
  const message = whole.choices[0]?.message;
  expect(message).toMatchObject({
    content: 'I read.',
    tool_calls: [{ function: { name: 'read', arguments: '{"path":"a"}' } }],
  });
  expect(whole.choices[0]?.finish_reason).toBe('tool_calls');
  const id = message?.tool_calls?.[0]?.id ?? '';
  const stream = openai.chat.completions.stream({
    model: 'qwen3',
    tools: [...tools],
    messages: [
      user,
      {
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
      },
      { role: 'tool', tool_call_id: id, content: 'yes' },
    ],
  });
  expect(await stream.finalContent()).toBe('It says yes.');
  expect(simulator.log.at(-1)?.seen?.turns[2]?.results).toEqual([
    { id, name: 'read', text: 'yes', isError: false, media: [] },
  ]);
  const bad = { id, type: 'function', function: { name: 'read', arguments: 'not json' } } as const;
  await expect(
    openai.chat.completions.create({ model: 'qwen3', messages: [user, { role: 'assistant', tool_calls: [bad] }] }),
  ).rejects.toMatchObject({ status: 400, message: '400 invalid tool call arguments' });
  await expect(openai.chat.completions.create({ model: 'x', messages: [user] })).rejects.toBeInstanceOf(
    OpenAI.NotFoundError,
  );
});

test('OLL-011 Anthropic’s client: whole, streamed, with a call and its result, rejected', async () => {
  const user = { role: 'user', content: 'read' } as const;
  const about = { model: 'qwen3', max_tokens: 100, tools: [{ name: 'read', input_schema: parameters }] };
  const whole = await anthropic.messages.create({ ...about, messages: [user] });
  expect(whole.content).toEqual([
    { type: 'text', text: 'I read.' },
    { type: 'tool_use', id: expect.any(String), name: 'read', input: { path: 'a' } },
  ]);
  expect(whole.stop_reason).toBe('tool_use');
  const stream = anthropic.messages.stream({
    ...about,
    system: 'be good',
    messages: [
      user,
      { role: 'assistant', content: whole.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'yes' }] },
    ],
  });
  expect(await stream.finalText()).toBe('It says yes.');
  expect(simulator.log.at(-1)?.seen?.system).toBe('be good');
  const streamed = await anthropic.messages.stream({ ...about, messages: [user] }).finalMessage();
  expect(streamed.content).toEqual([
    { type: 'text', text: 'I read.' },
    { type: 'tool_use', id: expect.any(String), name: 'read', input: { path: 'a' } },
  ]);
  await expect(
    anthropic.messages.create({
      ...about,
      messages: [user, { role: 'assistant', content: [{ type: 'tool_use', id: '', name: 'read', input: {} }] }],
    }),
  ).rejects.toMatchObject({
    status: 400,
    error: { error: { message: "tool_use block missing required 'id' field" } },
  });
});
