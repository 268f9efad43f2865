import { expect, test } from 'vitest';
import { openaiChat } from '../../../src/protocols/openai-chat/index.ts';

test('URL and key', () => {
  expect(openaiChat.path('some-model', true)).toBe('/chat/completions');
  expect(openaiChat.headers).toEqual({});
  expect(openaiChat.keyHeader).toEqual({ name: 'authorization', prefix: 'Bearer ' });
});
