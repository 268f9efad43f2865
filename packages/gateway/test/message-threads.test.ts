/** Anthropic's SDK keeps conversations on the server (`thread`). The gateway stores none: it makes the SDK send the whole conversation. */
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { openUpstream } from './open-upstream.ts';
import { send } from './send.ts';

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway();
});
afterAll(() => opened.close());

const models = ['anthropic/claude-opus-4-8', 'openai/gpt-4.1', 'zai/glm-5'];

test.each(models.flatMap((model) => [true, false].map((stream) => ({ model, stream }))))(
  'the tool runner of the SDK: $model, streamed: $stream',
  async ({ model, stream }) => {
    const log = opened.stations.find((station) => nameOf(station) === model)?.simulator.log ?? [];
    const before = log.length;
    const client = new Anthropic({ baseURL: opened.gateway.url, apiKey: 'any', maxRetries: 0 });
    const read = {
      type: 'custom' as const,
      name: 'read',
      description: 'Reads a file.',
      input_schema: { type: 'object' as const, properties: { path: { type: 'string' } } },
      parse: (input: unknown) => input,
      run: (input: unknown) => `content of ${String(Reflect.get(Object(input), 'path'))}`,
    };
    const runner = client.beta.messages.toolRunner({
      model,
      stream,
      max_tokens: 4000,
      messages: [{ role: 'user', content: 'Read a and b.' }],
      tools: [read],
    });
    const { content } = await runner.runUntilDone();
    expect(content.flatMap((block) => (block.type === 'text' ? [block.text] : []))).toEqual([
      'They say content of a\ncontent of b.',
    ]);
    const judged = log.slice(before);
    expect(judged.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted']);
  },
);

test.each(['/v1/messages', '/v1/messages/count_tokens'])(
  '%s: a request that continues a thread is refused as one that has expired, and nothing is sent',
  async (path) => {
    const model = 'anthropic/claude-opus-4-8';
    const log = opened.stations.find((station) => nameOf(station) === model)?.simulator.log ?? [];
    const before = log.length;
    const { status, body } = await send(opened.gateway.url, path, {
      model,
      max_tokens: 100,
      thread: { type: 'continue', previous_message_id: 'msg_1' },
      messages: [{ role: 'user', content: 'And then?' }],
    });
    expect([status, body]).toEqual([
      404,
      {
        type: 'error',
        error: {
          type: 'not_found_error',
          message: 'thread: not found. The gateway stores no message threads: send the whole conversation in messages.',
          details: { error_code: 'thread_not_found' },
        },
      },
    ]);
    expect(log).toHaveLength(before);
  },
);

test('a new thread is answered like any request, and no provider is asked to store it', async () => {
  const upstream = await openUpstream({
    path: '',
    target: { provider: 'anthropic', model: 'claude-opus-4-8', credentials: [{ key: 'k' }] },
    answer: (response) => {
      const content = [{ type: 'text', text: 'yes' }];
      const usage = { input_tokens: 1, output_tokens: 1 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ id: 'm', type: 'message', role: 'assistant', content, stop_reason: 'end_turn', usage }),
      );
    },
  });
  try {
    const body = { model: 'm', max_tokens: 9, metadata: { user_id: 'u' }, messages: [{ role: 'user', content: 'hi' }] };
    const told = await send(upstream.gateway.url, '/v1/messages', { ...body, thread: { type: 'create' } });
    expect([told.status, told.headers.get('x-interlock-left-out')]).toEqual([200, null]);
    expect(upstream.sent.map((sent): unknown => JSON.parse(sent.body))).toEqual([
      { ...body, model: 'claude-opus-4-8' },
    ]);
  } finally {
    await upstream.close();
  }
});
