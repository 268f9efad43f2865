/** OpenAI's errors that are not the request's fault (OAC-022, OAC-023). */
import type { ApiFault, ApiResponse } from '../../../api/api.ts';
import { hintHeaders, hintText } from '../../../api/retry-headers.ts';
import type { World } from '../../../api/world.ts';
import { openaiError } from '../../openai-error.ts';

export function failLikeOpenai(fault: ApiFault, world: World): ApiResponse {
  switch (fault.kind) {
    case 'rate-limit':
      return openaiError(
        429,
        {
          message: `Rate limit reached for gpt-4.1 in organization org-${world.account} on tokens per min (TPM): Limit 30000, Used 18928, Requested 11159.${hintText(fault)} Visit https://platform.openai.com/account/rate-limits to learn more.`,
          type: 'tokens',
          code: 'rate_limit_exceeded',
        },
        hintHeaders(fault, world),
      );
    case 'quota':
      return openaiError(429, {
        message:
          'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      });
    case 'overloaded':
      return openaiError(
        503,
        { message: 'The engine is currently overloaded, please try again later', type: 'server_error' },
        hintHeaders(fault, world),
      );
    case 'unavailable':
      return openaiError(
        503,
        { message: 'Service temporarily unavailable. Please try again later.', type: 'service_unavailable_error' },
        hintHeaders(fault, world),
      );
    case 'server':
      return openaiError(500, {
        message:
          'The server had an error while processing your request. Sorry about that! You can retry your request, or contact us through our help center at help.openai.com if the error persists.',
      });
    case 'auth':
      return openaiError(401, {
        message:
          'Incorrect API key provided: sk-*****. You can find your API key at https://platform.openai.com/account/api-keys.',
        code: 'invalid_api_key',
      });
    case 'overflow':
      return openaiError(400, {
        message:
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens. Please reduce the length of the messages.",
        param: 'messages',
        code: 'context_length_exceeded',
      });
  }
}
