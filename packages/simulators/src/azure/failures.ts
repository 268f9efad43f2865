/** Azure's errors that are not the request's fault (AZR-009). */
import type { ApiFault, ApiResponse } from '../api/api.ts';
import { jsonResponse } from '../api/json-response.ts';
import { retryHeaders } from '../api/retry-headers.ts';
import type { World } from '../api/world.ts';
import { failLikeOpenai } from '../chat/profiles/openai/failures.ts';

/** `operation` as the limits name it: `ChatCompletions_Create`. */
export function createFail(operation: string): (fault: ApiFault, world: World) => ApiResponse {
  return (fault, world) => {
    switch (fault.kind) {
      case 'rate-limit':
        return throttled(operation, 'token rate limit', fault, world);
      case 'quota':
        return throttled(operation, 'call rate limit', { ...fault, retryAfterMs: 86_400_000 }, world);
      case 'auth':
        return azureError(
          401,
          '401',
          'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
        );
      case 'overloaded':
        return azureError(
          429,
          'NoCapacity',
          'The system is currently experiencing high demand and cannot process your request.',
        );
      case 'unavailable':
        return azureError(
          503,
          'ServiceUnavailable',
          'The service is temporarily unable to process your request. Please try again later.',
        );
      case 'server':
        return azureError(500, 'InternalServerError', 'Internal server error');
      default:
        return failLikeOpenai(fault, world);
    }
  };
}

function throttled(operation: string, what: string, fault: ApiFault, world: World): ApiResponse {
  const { hint, retryAfterMs } = fault;
  const seconds = Math.ceil((retryAfterMs ?? 0) / 1000);
  const inWords = hint === 'none' || retryAfterMs === undefined ? '' : ` Please retry after ${seconds} seconds.`;
  const message = `Requests to the ${operation} Operation under Azure OpenAI API version 2025-04-01-preview have exceeded ${what} of your current OpenAI S0 pricing tier.${inWords} Please go here: https://aka.ms/oai/quotaincrease if you would like to further increase the default rate limit.`;
  const milliseconds = String(retryAfterMs ?? 0);
  const hints =
    retryAfterMs === undefined
      ? {}
      : retryHeaders(hint, retryAfterMs, world, { 'x-ratelimit-reset-tokens': String(seconds) });
  const own = hint === 'retry-after-ms' ? { 'x-ms-retry-after-ms': milliseconds } : {};
  return azureError(429, '429', message, { ...hints, ...own });
}

function azureError(status: number, code: string, message: string, headers = {}): ApiResponse {
  return jsonResponse(status, { error: { code, message } }, headers);
}
