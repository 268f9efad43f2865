/** Whose mistake it is that an answer cannot be used: the server's if the answer is impossible to walk over, otherwise ours. */
import { createPreparer, type Transport } from '@interlock/wire';
import { expect, test } from 'vitest';
import { exchange, type ReplyListener } from '../../src/turn/exchange.ts';

const request = createPreparer({ provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1', key: 'k' }).prepare({
  contents: [{ speaker: 'human', blocks: [{ type: 'text', text: 'hello' }] }],
});
const deep = `${'['.repeat(5_000)}1${']'.repeat(5_000)}`;
const choice = (more: string): string =>
  `{"id":"x","choices":[{"index":0,"message":{"content":"yes"},"delta":{"content":"yes"},"finish_reason":"stop"}]${more}}`;

function transportOf(body: string, type: string): Transport {
  return {
    access: {} as Transport['access'],
    close: async () => {},
    send: async () => ({
      status: 200,
      headers: { 'content-type': type },
      discard: async () => {},
      text: async () => body,
      chunks: (async function* () {
        yield new TextEncoder().encode(body);
      })(),
    }),
  };
}

const failing = (error: Error): ReplyListener => ({
  shown: false,
  take: () => {
    throw error;
  },
});

const forms = [
  ['whole', 'application/json', (text: string) => text],
  ['streamed', 'text/event-stream', (text: string) => `data: ${text}\n\ndata: [DONE]\n\n`],
] as const;

test.each(forms)(
  '%s: a RangeError over an ordinary answer is a mistake of ours, and thrown with its stack',
  async (_, type, written) => {
    const error = new RangeError('Maximum call stack size exceeded');
    const transport = transportOf(written(choice('')), type);
    await expect(exchange(transport, request, failing(error), new AbortController().signal)).rejects.toBe(error);
  },
);

test.each(forms)('%s: over an answer that is nested too deep it is the server’s', async (_, type, written) => {
  const transport = transportOf(written(choice(`,"more":${deep}`)), type);
  const listener = failing(new RangeError('Maximum call stack size exceeded'));
  expect(await exchange(transport, request, listener, new AbortController().signal)).toEqual({
    end: 'failed',
    failure: { reason: 'server', message: 'The answer is nested more than 1000 levels deep: it cannot be read.' },
    shown: false,
  });
  const other = failing(new TypeError('x is not a function'));
  await expect(
    exchange(transportOf(written(choice(`,"more":${deep}`)), type), request, other, new AbortController().signal),
  ).rejects.toThrow('x is not');
});
