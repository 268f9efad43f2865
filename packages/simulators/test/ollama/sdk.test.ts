/** Ollama’s own SDK talks to the simulator over HTTP. */
import { Ollama } from 'ollama';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Model } from '../../src/api/model.ts';
import { ollama } from '../../src/ollama/index.ts';
import { type Simulator, startSimulator } from '../../src/server/server.ts';

const tool = {
  type: 'function',
  function: {
    name: 'read',
    description: 'reads a file',
    parameters: { type: 'object', required: ['path'], properties: { path: { type: 'string' } } },
  },
};

/** Calls each offered tool once, then reports the results. */
const model: Model = (seen) => {
  const results = seen.turns.flatMap((turn) => turn.results);
  const think = seen.thinks ? [{ think: 'let me see …' }] : [];
  if (seen.tools.length > 0 && results.length === 0) {
    return {
      parts: [
        ...think,
        { say: 'I read it.' },
        { call: 'read', args: { path: 'a' } },
        { call: 'read', args: { path: 'b' } },
      ],
      stop: 'calls',
    };
  }
  return { parts: [...think, { say: `Grüße 👋🏽: ${results.map(({ text }) => text).join(', ')}` }], stop: 'end' };
};

let simulator: Simulator;
let client: Ollama;
beforeAll(async () => {
  simulator = await startSimulator(ollama, { model, now: () => 1_760_000_000 });
  client = new Ollama({ host: simulator.url });
});
afterAll(() => simulator.close());

test('a whole answer', async () => {
  const answer = await client.chat({ model: 'llama3.2', messages: [{ role: 'user', content: 'hello there' }] });
  expect(answer).toEqual({
    model: 'llama3.2',
    created_at: '2025-10-09T08:53:20.000Z',
    message: { role: 'assistant', content: 'Grüße 👋🏽: ' },
    done: true,
    done_reason: 'stop',
    total_duration: 7_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: 3,
    prompt_eval_duration: 3_000_000,
    eval_count: 3,
    eval_duration: 3_000_000,
  });
});

test('OLL-001 a stream of lines, with thinking, text and calls, and the results sent back', async () => {
  const messages = [{ role: 'user', content: 'read them' }];
  const stream = await client.chat({ model: 'qwen3', messages, tools: [tool], stream: true });
  const gathered = { content: '', thinking: '', calls: [] as unknown[], reasons: [] as string[], pieces: 0 };
  for await (const { message, done, done_reason } of stream) {
    gathered.content += message.content;
    gathered.thinking += message.thinking ?? '';
    gathered.calls.push(...(message.tool_calls ?? []));
    if (done) gathered.reasons.push(done_reason);
    gathered.pieces += 1;
  }
  expect(gathered).toEqual({
    content: 'I read it.',
    thinking: 'let me see …',
    calls: [
      {
        id: expect.stringMatching(/^call_[a-z0-9]{8}$/),
        function: { index: 0, name: 'read', arguments: { path: 'a' } },
      },
      {
        id: expect.stringMatching(/^call_[a-z0-9]{8}$/),
        function: { index: 1, name: 'read', arguments: { path: 'b' } },
      },
    ],
    reasons: ['stop'],
    pieces: 9,
  });
  const tool_calls = [
    { function: { name: 'read', arguments: { path: 'a' } } },
    { function: { name: 'read', arguments: { path: 'b' } } },
  ];
  const { message } = await client.chat({
    model: 'qwen3',
    tools: [tool],
    messages: [
      ...messages,
      { role: 'assistant', content: 'I read it.', thinking: 'let me see …', tool_calls },
      { role: 'tool', content: 'one', tool_name: 'read' },
      { role: 'tool', content: 'two', tool_name: 'read' },
    ],
  });
  expect(message).toEqual({ role: 'assistant', content: 'Grüße 👋🏽: one, two', thinking: 'let me see …' });
  expect(simulator.log.at(-1)?.seen?.turns).toEqual([
    { role: 'user', text: 'read them', thinking: '', calls: [], results: [], media: [] },
    {
      role: 'model',
      text: 'I read it.',
      thinking: 'let me see …',
      calls: [
        { id: '', name: 'read', args: { path: 'a' } },
        { id: '', name: 'read', args: { path: 'b' } },
      ],
      results: [],
      media: [],
    },
    {
      role: 'user',
      text: '',
      thinking: '',
      calls: [],
      results: [{ id: '', name: 'read', text: 'one', isError: false, media: [] }],
      media: [],
    },
    {
      role: 'user',
      text: '',
      thinking: '',
      calls: [],
      results: [{ id: '', name: 'read', text: 'two', isError: false, media: [] }],
      media: [],
    },
  ]);
});

test('thinking can be turned off, or not', async () => {
  const ask = async (name: string, think?: boolean | 'low'): Promise<string | undefined> => {
    const messages = [{ role: 'user', content: 'hi' }];
    return (await client.chat({ model: name, messages, ...(think === undefined ? {} : { think }) })).message.thinking;
  };
  expect(await ask('qwen3', false)).toBeUndefined();
  expect(await ask('gpt-oss', false)).toBe('let me see …');
  expect(await ask('gpt-oss', 'low')).toBe('let me see …');
  expect(await ask('llama3.2')).toBeUndefined();
});

test('a model with vision sees an image', async () => {
  const messages = [{ role: 'user', content: 'look', images: ['AAAA'] }];
  await client.chat({ model: 'llava', messages });
  expect(simulator.log.at(-1)?.seen?.turns[0]?.media).toEqual(['image']);
  await client.chat({ model: 'llama3', messages });
  expect(simulator.log.at(-1)?.seen?.turns[0]?.media).toEqual([]);
});

test('models, their capabilities, and the version', async () => {
  expect((await client.list()).models.map(({ name }) => name)).toEqual([
    'qwen3:latest',
    'llama3.2:latest',
    'llava:latest',
    'llama3:latest',
    'gpt-oss:latest',
    'tiny:latest',
  ]);
  expect((await client.show({ model: 'qwen3' })).capabilities).toEqual(['completion', 'tools', 'thinking']);
  expect((await client.version()).version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('OLL-005, OLL-012 rejections are the SDK’s errors', async () => {
  const messages = [{ role: 'user', content: 'hi' }];
  await expect(client.chat({ model: 'llama3', messages, tools: [tool] })).rejects.toMatchObject({
    name: 'ResponseError',
    status_code: 400,
    message: 'registry.ollama.ai/library/llama3:latest does not support tools',
  });
  await expect(client.chat({ model: 'nowhere', messages, stream: true })).rejects.toMatchObject({
    status_code: 404,
    message: "model 'nowhere' not found",
  });
  await expect(client.show({ model: 'nowhere' })).rejects.toMatchObject({ status_code: 404 });
});

test('OLL-008 an error inside a stream ends the loop', async () => {
  simulator.fault({ do: 'fail-inside', with: { kind: 'server' } });
  const stream = await client.chat({ model: 'llama3', messages: [{ role: 'user', content: 'hi' }], stream: true });
  const read = async (): Promise<void> => {
    for await (const _ of stream);
  };
  await expect(read()).rejects.toThrow('llama runner process has terminated: exit status 2');
});
