/** Endless answers from a real server: reading them ends with an error that says why, and closes the connection. */
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { share } from '../../../../test/property/runs.ts';
import { streamReply } from '../../src/exchange/stream-reply.ts';
import { ProviderError } from '../../src/failure/errors.ts';
import { createTransport } from '../../src/transport/http.ts';
import { serve } from '../transport/loopback.ts';

const text = 'x'.repeat(100_000);

function chatChunk(delta: object): string {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })}\n\n`;
}

describe('an endless answer', () => {
  const endless: readonly (readonly [title: string, again: string])[] = [
    ['text', chatChunk({ content: text })],
    ['comments', `:${text}\n`],
    ['arguments', chatChunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: text } }] })],
    ['a body that is not a stream', `[${text}`],
  ];
  // Each is as long as an answer may be, so only half of them are run; all in the long form.
  test.for(share(endless, 2))('%s', async ([, again]) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = await serve(async (_, response) => {
      response.on('close', resolve);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      while (!response.destroyed) {
        if (!response.write(again)) await Promise.race([once(response, 'drain'), closed]);
      }
    });
    const transport = createTransport({ proxy: 'none', environment: {} });
    onTestFinished(() => transport.close());
    const stream = streamReply(
      {
        target: {
          provider: 'openai',
          model: 'gpt-4.1',
          endpoint: `${server.origin}/v1`,
          key: 'k',
          protocol: 'openai-chat',
        },
        contents: [{ speaker: 'human', blocks: [{ type: 'text', text: 'hello' }] }],
      },
      { transport },
    );
    const error = await stream.reply().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ProviderError);
    expect((error as ProviderError).failure).toEqual({
      reason: 'server',
      message: 'the answer is longer than 64 MB and was cut off',
    });
    await closed;
  });
});
