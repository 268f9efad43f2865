/** What single clients need of a stream: Mistral's with its counts, LangChain's with early ones, and those that read line by line. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { beginStream, chatEnd, chatFrame, openUpstream } from './open-upstream.ts';

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway();
});
afterAll(() => opened.close());

async function chunksOf(url: string, path: string, body: object, userAgent: string): Promise<readonly unknown[]> {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const datas = (await response.text()).split('\n').flatMap((line) => /^data: (\{.*)$/s.exec(line)?.[1] ?? []);
  return datas.map((data): unknown => JSON.parse(data));
}

const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }];

describe.each(['mistral-client-typescript/1.10.0', 'ai/7.0.1 ai-sdk/mistral/3.0.1'])('%s', (userAgent) => {
  test.each(['openai/gpt-4.1', 'mistral/mistral-large-latest', 'anthropic/claude-opus-4-8'])(
    'gets whole calls, and the counts with the last choice, from %s',
    async (model) => {
      const body = { model, stream: true, tools, messages: [{ role: 'user', content: 'Read both.' }] };
      const chunks = await chunksOf(opened.gateway.url, '/v1/chat/completions', body, userAgent);
      const choices = chunks.map((chunk) => Reflect.get(Object(chunk), 'choices'));
      expect(choices.every((list) => Array.isArray(list) && list.length === 1)).toBe(true);
      expect(chunks.at(-1)).toMatchObject({
        choices: [
          {
            finish_reason: 'tool_calls',
            delta: {
              tool_calls: [
                { index: 0, function: { name: 'read', arguments: '{"path":"a"}' } },
                { index: 1, function: { name: 'read', arguments: '{"path":"b"}' } },
              ],
            },
          },
        ],
        usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
      });
      expect(JSON.stringify(chunks.slice(0, -1))).not.toContain('tool_calls');
    },
  );
});

test('counts are known also if the client of a same-protocol target does not ask for them, who then gets none', async () => {
  const body = { model: 'openai/gpt-4.1', stream: true, messages: [{ role: 'user', content: 'hello' }] };
  const chunks = await chunksOf(opened.gateway.url, '/v1/chat/completions', body, 'openai');
  expect(chunks.filter((chunk) => 'usage' in Object(chunk))).toEqual([]);
  expect(opened.lines.at(-1)).toMatchObject({
    passed: 'whole',
    usage: { input: expect.any(Number), output: expect.any(Number) },
  });
});

test('the first event of Messages has the counts that the provider sent with it', async () => {
  const body = {
    model: 'anthropic/claude-opus-4-8',
    stream: true,
    max_tokens: 100,
    messages: [{ role: 'user', content: 'hello' }],
  };
  const [first] = await chunksOf(opened.gateway.url, '/v1/messages', body, 'langchain');
  const input: unknown = Reflect.get(
    Object(Reflect.get(Object(Reflect.get(Object(first), 'message')), 'usage')),
    'input_tokens',
  );
  expect(input).toBeGreaterThan(0);
});

const text = 'a\u2028b\u2029c\u0085d';

test.each([
  { path: '/v1/chat/completions', body: { messages: [{ role: 'user', content: 'hi' }] } },
  { path: '/v1/messages', body: { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] } },
  { path: '/v1/responses', body: { input: 'hi' } },
  {
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  },
  { path: '/api/chat', body: { messages: [{ role: 'user', content: 'hi' }] } },
])('$path: no character in a stream that some readers take for the end of a line', async ({ path, body }) => {
  const upstream = await openUpstream({
    answer: (response) => {
      beginStream(response);
      response.end(chatFrame({ role: 'assistant', content: text }) + chatEnd);
    },
  });
  try {
    const sent = JSON.stringify({ model: 'm', stream: true, ...body });
    const response = await fetch(upstream.gateway.url + path, { method: 'POST', body: sent });
    const written = await response.text();
    expect(written).not.toMatch(/[\u0085\u2028\u2029]/);
    expect(written).toContain(
      JSON.stringify(text)
        .slice(1, -1)
        .replaceAll(/[\u0085\u2028\u2029]/g, escaped),
    );
  } finally {
    await upstream.close();
  }
});

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
