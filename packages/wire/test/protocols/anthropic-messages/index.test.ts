import { expect, test } from 'vitest';
import { anthropicMessages } from '../../../src/protocols/anthropic-messages/index.ts';

test('URL and headers', () => {
  const { name, framing, list } = anthropicMessages;
  expect({ name, framing, list }).toEqual({ name: 'anthropic-messages', framing: 'sse', list: 'messages' });
  expect([true, false].map((stream) => anthropicMessages.path('claude-test', stream))).toEqual([
    '/messages',
    '/messages',
  ]);
  expect(anthropicMessages.headers).toEqual({ 'anthropic-version': '2023-06-01' });
  expect(anthropicMessages.keyHeader).toEqual({ name: 'x-api-key' });
});
