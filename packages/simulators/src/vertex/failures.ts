/** Vertex's errors that are not the request's fault, in Google's format (GEM-034, VTX-010). */
import type { ApiFault, ApiResponse } from '../api/api.ts';
import { retryHeaders } from '../api/retry-headers.ts';
import type { World } from '../api/world.ts';
import { errorResponse, statusOf } from '../gemini/errors.ts';

const failures: Readonly<Record<ApiFault['kind'], readonly [number, string]>> = {
  'rate-limit': [
    429,
    'Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.',
  ],
  quota: [
    429,
    'Quota exceeded for aiplatform.googleapis.com/generate_content_requests_per_minute_per_project_per_base_model with base model: gemini. Please submit a quota increase request.',
  ],
  overloaded: [503, 'The model is overloaded. Please try again later.'],
  unavailable: [503, 'The service is currently unavailable.'],
  server: [500, 'Internal error encountered.'],
  auth: [
    401,
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  ],
  overflow: [
    400,
    'Unable to submit request because the input token count is 1196265 but model only supports up to 1048575. Reduce the input token count and try again.',
  ],
};

export function fail({ kind, hint, retryAfterMs }: ApiFault, world: World): ApiResponse {
  const [status, message] = failures[kind];
  return failWith(status, message, hint, retryAfterMs, world);
}

export function failWith(
  status: number,
  message: string,
  hint: ApiFault['hint'],
  retryAfterMs: number | undefined,
  world: World,
): ApiResponse {
  const seconds = `${(retryAfterMs ?? 0) / 1000}s`;
  const text = hint === 'text' ? `${message} Please retry in ${seconds}.` : message;
  const info = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: seconds };
  const response = errorResponse(statusOf(status, text, hint === 'retry-info' ? [info] : []), false);
  const hints = retryAfterMs === undefined ? {} : retryHeaders(hint, retryAfterMs, world, {});
  return { ...response, headers: { ...response.headers, ...hints } };
}
