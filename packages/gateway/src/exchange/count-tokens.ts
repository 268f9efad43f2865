/** How many tokens a request is, counted here: roughly, rather too many than too few. */
import { TokenCounter } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import { asObject, importRequest } from '@interlock/wire';
import type { Front } from '../fronts/front.ts';

export function countTokens({ protocol }: Front, body: JsonObject): JsonObject {
  // Google's clients may wrap the request.
  const request = asObject(body['generateContentRequest']) ?? body;
  const { contents, tools } = importRequest(protocol, request);
  const tokens = new TokenCounter().countRequest({ contents, tools });
  return protocol.name === 'gemini' ? { totalTokens: tokens } : { input_tokens: tokens };
}
