/** Chat Completions for Mistral's clients: other streams, and failures without an object around them. */
import { asObject } from '@interlock/wire';
import type { Front } from './front.ts';
import { asMistral } from './mistral-stream.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiFailure } from './openai-failure.ts';

export const mistralChat: Front = {
  ...openaiChat,
  wantsUsage: () => true,
  reshape: () => asMistral(),
  encodeFailure: (failure) => {
    const { status, body } = openaiFailure(openaiChat.protocol, failure);
    return { status, body: { object: 'error', ...asObject(body['error']) } };
  },
};

export function isOfMistral(userAgent: unknown): boolean {
  return typeof userAgent === 'string' && /^mistral-client|\bai-sdk\/mistral\b/.test(userAgent);
}
