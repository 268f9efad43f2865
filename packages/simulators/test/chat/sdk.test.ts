/** OpenAI’s SDK talks to each of its providers over HTTP. */
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Seen } from '../../src/api/model.ts';
import { glm, groq, openaiChat, openrouter, qwen, vllm, xai } from '../../src/chat/index.ts';
import { type Simulator, startSimulator } from '../../src/server/server.ts';

const tools = [
  {
    type: 'function',
    function: {
      name: 'search',
      parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
    },
  },
] as const satisfies readonly OpenAI.ChatCompletionTool[];

/** Calls the tool it is offered, and reports the result. */
function model(seen: Seen): Answer {
  const found = seen.turns.at(-1)?.results[0];
  if (found) return { parts: [{ say: `Found: ${found.text}` }], stop: 'end' };
  if (seen.tools.length === 0) return { parts: [{ think: 'Easy.' }, { say: 'Hello, world!' }], stop: 'end' };
  return { parts: [{ think: 'Let me look.' }, { call: 'search', args: { q: 'it' } }], stop: 'calls' };
}

const providers = [
  { api: openaiChat, path: '/v1', model: 'gpt-4o', more: {}, field: undefined },
  { api: groq, path: '/openai/v1', model: 'openai/gpt-oss-120b', more: {}, field: 'reasoning' },
  { api: xai, path: '/v1', model: 'grok-4.3', more: {}, field: 'reasoning_content' },
  {
    api: qwen,
    path: '/compatible-mode/v1',
    model: 'qwen-plus',
    more: { enable_thinking: true },
    field: 'reasoning_content',
  },
  { api: glm, path: '/api/paas/v4', model: 'glm-5', more: {}, field: 'reasoning_content' },
  {
    api: openrouter,
    path: '/api/v1',
    model: 'google/gemini-3-pro-preview',
    more: { reasoning: { effort: 'low' } },
    field: 'reasoning',
  },
  { api: vllm, path: '/v1', model: 'Qwen/Qwen3.5-35B-A3B', more: {}, field: 'reasoning' },
] as const;

const question = { role: 'user', content: 'Where is it?' } as const;

describe.each(providers)('the openai SDK with $api.name', (provider) => {
  let simulator: Simulator;
  let client: OpenAI;
  beforeAll(async () => {
    simulator = await startSimulator(provider.api, { model });
    client = new OpenAI({ baseURL: `${simulator.url}${provider.path}`, apiKey: simulator.key, maxRetries: 0 });
  });
  afterAll(() => simulator.close());

  const asking = { model: provider.model, ...provider.more } as const;
  const thinkingOf = (message: object): unknown =>
    provider.field === undefined ? undefined : Object.entries(message).find(([name]) => name === provider.field)?.[1];

  test('a whole answer', async () => {
    const { choices, usage } = await client.chat.completions.create({ ...asking, messages: [question] });
    expect(choices[0]).toMatchObject({ message: { content: 'Hello, world!' }, finish_reason: 'stop' });
    expect(thinkingOf(choices[0]?.message ?? {})).toBe(provider.field && 'Easy.');
    expect(usage?.total_tokens).toBeGreaterThan(0);
  });

  test('a call, its result, and the answer', async () => {
    const first = await client.chat.completions.create({ ...asking, messages: [question], tools: [...tools] });
    const message = first.choices[0]?.message;
    const made = message?.tool_calls?.[0];
    expect(made).toMatchObject({ type: 'function', function: { name: 'search', arguments: '{"q":"it"}' } });
    const { reasoning: _, ...withoutReasoning } = { reasoning: '', ...message };
    const back = provider.api === groq ? withoutReasoning : message;
    const second = await client.chat.completions.create({
      ...asking,
      tools: [...tools],
      messages: [
        question,
        { ...back, role: 'assistant' },
        { role: 'tool', tool_call_id: made?.id ?? '', content: 'under the bed' },
      ],
    });
    expect(second.choices[0]?.message.content).toBe('Found: under the bed');
    expect(simulator.log.at(-1)).toMatchObject({ verdict: 'accepted', warnings: [] });
  });

  test('a stream, assembled by the SDK', async () => {
    const stream = client.chat.completions.stream({
      ...asking,
      messages: [question],
      tools: [...tools],
      stream_options: { include_usage: true },
    });
    const { choices, usage } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'search', arguments: '{"q":"it"}' } }] },
    });
    expect(usage?.completion_tokens).toBeGreaterThan(0);
  });

  test('thinking and text in pieces', async () => {
    const stream = await client.chat.completions.create({ ...asking, messages: [question], stream: true });
    let text = '';
    let thinking = '';
    let count = 0;
    for await (const { choices } of stream) {
      const delta = choices[0]?.delta;
      text += delta?.content ?? '';
      thinking += thinkingOf(delta ?? {}) ?? '';
      count += 1;
    }
    expect([text, thinking]).toEqual(['Hello, world!', provider.field === undefined ? '' : 'Easy.']);
    expect(count).toBeGreaterThan(4);
  });

  test('its models', async () => {
    const ids = (await client.models.list()).data.map(({ id }) => id);
    expect(ids).toContain(provider.model);
  });

  test('a rate limit is a RateLimitError', async () => {
    simulator.fault({ do: 'fail', with: { kind: 'rate-limit', retryAfterMs: 2000, hint: 'retry-after' } });
    const failed = await client.chat.completions.create({ ...asking, messages: [question] }).catch((error) => error);
    expect(failed).toBeInstanceOf(RateLimitError);
    expect(failed.headers.get('retry-after')).toBe('2');
  });

  test('a failure is an InternalServerError', async () => {
    simulator.fault({ do: 'fail', with: { kind: 'server' } });
    const failed = client.chat.completions.create({ ...asking, messages: [question] });
    await expect(failed).rejects.toBeInstanceOf(InternalServerError);
  });

  test('an error inside a stream is an APIError', async () => {
    simulator.fault({ do: 'fail-inside', with: { kind: 'overloaded' }, frames: 2 });
    const read = async (): Promise<void> => {
      const stream = await client.chat.completions.create({ ...asking, messages: [question], stream: true });
      for await (const _chunk of stream);
    };
    await expect(read()).rejects.toBeInstanceOf(APIError);
  });
});

describe('errors of the openai SDK', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator(openaiChat, { model });
  });
  afterAll(() => simulator.close());
  const clientOf = (apiKey: string): OpenAI => new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey, maxRetries: 0 });

  test('OAC-001 is a BadRequestError with its message, place and code', async () => {
    const failed = await clientOf(simulator.key)
      .chat.completions.create({
        model: 'gpt-4o',
        messages: [
          question,
          {
            role: 'assistant',
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'search', arguments: '{}' } }],
          },
        ],
      })
      .catch((error) => error);
    expect(failed).toBeInstanceOf(BadRequestError);
    expect(failed).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param: 'messages[1].tool_calls',
      message: expect.stringContaining('did not have response messages: call_1'),
    });
    expect(simulator.log.at(-1)).toMatchObject({ verdict: 'refused', rules: ['OAC-001'] });
  });

  test('an unknown key is an AuthenticationError', async () => {
    const failed = clientOf('wrong').chat.completions.create({ model: 'gpt-4o', messages: [question] });
    await expect(failed).rejects.toBeInstanceOf(AuthenticationError);
  });

  test('an unknown model is a NotFoundError', async () => {
    const failed = clientOf(simulator.key).chat.completions.create({ model: 'gpt-none', messages: [question] });
    await expect(failed).rejects.toBeInstanceOf(NotFoundError);
  });
});
