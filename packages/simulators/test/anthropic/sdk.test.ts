/** The official client over real HTTP: it understands every answer, and maps every refusal to its own error class. */
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';
import { createAnthropic } from '../../src/anthropic/index.ts';
import type { Answer, Model } from '../../src/api/model.ts';
import { type Simulator, startSimulator } from '../../src/server/server.ts';

const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function start(model: Model | Answer): Promise<{ client: Anthropic; simulator: Simulator }> {
  const said: Model = typeof model === 'function' ? model : () => model;
  const simulator = await startSimulator(createAnthropic(), { model: said });
  open.push(simulator);
  return { client: new Anthropic({ baseURL: simulator.url, apiKey: simulator.key, maxRetries: 0 }), simulator };
}

/** Calls the tool until there is a result, then reports it. */
const working: Model = ({ turns, thinks }) => {
  const results = turns.flatMap((turn) => turn.results);
  const think = thinks ? [{ think: `I have ${results.length} results.` }] : [];
  if (results.length === 0) {
    return { parts: [...think, { say: 'One moment.' }, { call: 'weather', args: { city: 'Köln' } }], stop: 'calls' };
  }
  return { parts: [...think, { say: `It is ${results.map(({ text }) => text).join()}.` }], stop: 'end' };
};

const tools: Anthropic.Tool[] = [
  { name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } },
];
const ask = 'claude-fable-5-1';

test.each([false, true])('a loop with a tool and preserved thinking, streamed: %s', async (stream) => {
  const { client, simulator } = await start(working);
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'How is the weather?' }];
  const send = async (): Promise<Anthropic.Message> => {
    const body = {
      model: ask,
      max_tokens: 1000,
      tools,
      messages,
      thinking: { type: 'adaptive', display: 'summarized' },
    } as const;
    return stream ? client.messages.stream(body).finalMessage() : client.messages.create(body);
  };
  const first = await send();
  expect(first.stop_reason).toBe('tool_use');
  expect(first.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use']);
  const called = first.content[2];
  if (called?.type !== 'tool_use') throw new Error('no call');
  expect(called.input).toEqual({ city: 'Köln' });
  messages.push({ role: 'assistant', content: first.content });
  messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: called.id, content: 'sunny' }] });
  const second = await send();
  expect(second.content[0]).toMatchObject({ type: 'thinking', thinking: 'I have 1 results.' });
  expect(second.content[1]).toMatchObject({ type: 'text', text: 'It is sunny.' });
  expect(second.usage.output_tokens).toBeGreaterThan(1);
  messages.push({ role: 'assistant', content: second.content }, { role: 'user', content: 'Thanks.' });
  await send();
  expect(simulator.log.map(({ verdict, warnings }) => [verdict, warnings])).toEqual(Array(3).fill(['accepted', []]));
});

test('a web search, streamed', async () => {
  const { client } = await start({
    parts: [{ call: 'web_search', args: { query: 'news' } }, { say: 'None.' }],
    stop: 'end',
  });
  const search = { type: 'web_search_20250305', name: 'web_search' } as const;
  const body = {
    model: ask,
    max_tokens: 1000,
    tools: [search],
    messages: [{ role: 'user' as const, content: 'News?' }],
  };
  const message = await client.messages.stream(body).finalMessage();
  expect(message.content).toMatchObject([
    { type: 'server_tool_use', name: 'web_search', input: { query: 'news' } },
    { type: 'web_search_tool_result', content: [{ type: 'web_search_result' }] },
    { type: 'text', text: 'None.' },
  ]);
});

test('the beta client reports what was dropped', async () => {
  const { client } = await start({ parts: [{ think: 'Hm.' }, { say: 'Yes.' }], stop: 'end' });
  const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'hi' }];
  const { content } = await client.beta.messages.create({ model: ask, max_tokens: 100, messages });
  messages.push({ role: 'assistant', content }, { role: 'user', content: 'so?' });
  const betas = ['thinking-binding-controls-2026-08-01'];
  const thinking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } as const;
  const kept = await client.beta.messages.create({ model: ask, max_tokens: 100, messages, betas, thinking });
  expect(kept.input_transformations).toEqual([]);
  const changed = await client.beta.messages.create({
    model: ask,
    max_tokens: 100,
    messages,
    betas,
    thinking,
    system: 'be',
  });
  expect(changed.input_transformations).toEqual([
    { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' },
  ]);
});

test('models and tokens', async () => {
  const { client } = await start({ parts: [], stop: 'end' });
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);
  expect(ids).toContain('claude-opus-5-5');
  expect((await client.models.retrieve('claude-opus-5-5')).display_name).toBe('Claude Opus 5 5');
  const messages = [{ role: 'user' as const, content: 'x'.repeat(40) }];
  expect((await client.messages.countTokens({ model: ask, messages })).input_tokens).toBe(10);
});

const hi = { model: ask, max_tokens: 100, messages: [{ role: 'user' as const, content: 'hi' }] };

test.each([
  ['a broken rule', Anthropic.BadRequestError, 400, { ...hi, temperature: 0.5 }],
  ['an unknown model', Anthropic.NotFoundError, 404, { ...hi, model: 'claude-none' }],
] as const)('%s is the error the client knows', async (_, type, status, body) => {
  const { client } = await start({ parts: [], stop: 'end' });
  const error: unknown = await client.messages.create(body).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({ status, requestID: expect.stringMatching(/^req_/) });
});

test('a wrong key is the error the client knows', async () => {
  const { simulator } = await start({ parts: [], stop: 'end' });
  const client = new Anthropic({ baseURL: simulator.url, apiKey: 'wrong', maxRetries: 0 });
  await expect(client.messages.create(hi)).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
});

test.each([
  ['rate-limit', Anthropic.RateLimitError, 429],
  ['overloaded', Anthropic.InternalServerError, 529],
  ['server', Anthropic.InternalServerError, 500],
] as const)('ANT-072, ANT-073: %s is the error the client knows', async (kind, type, status) => {
  const { client, simulator } = await start({ parts: [{ say: 'Hello.' }], stop: 'end' });
  simulator.fault({ do: 'fail', with: { kind } });
  const error: unknown = await client.messages.create(hi).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({ status });
  expect((await client.messages.create(hi)).content).toMatchObject([{ text: 'Hello.' }]);
});

test('ANT-073: an overload inside a stream ends it', async () => {
  const { client, simulator } = await start({ parts: [{ say: 'Hello.' }], stop: 'end' });
  simulator.fault({ do: 'fail-inside', with: { kind: 'overloaded' } });
  await expect(client.messages.stream(hi).finalMessage()).rejects.toThrow('Overloaded');
});
