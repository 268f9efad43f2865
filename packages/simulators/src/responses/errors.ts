/** How this API refuses: whole, or inside a stream that has started (OAR-027). */
import type { ApiFault, ApiResponse, Violation } from '../api/api.ts';
import type { JsonObject } from '../api/json.ts';
import type { World } from '../api/world.ts';

const secondsPerMillisecond = 1 / 1000;

export function headersFor(world: World, contentType = 'application/json'): Readonly<Record<string, string>> {
  return {
    'content-type': contentType,
    'x-request-id': `req_${String(world.next()).padStart(32, '0')}`,
    'openai-organization': organizationOf(world),
    'openai-version': '2020-10-01',
    'openai-processing-ms': '42',
  };
}

function organizationOf({ account }: World): string {
  // A header cannot contain other characters.
  return `org-${account.replaceAll(/[^A-Za-z0-9_-]/g, '-') || 'unknown'}`;
}

export function openaiResponse(body: JsonObject, world: World, status = 200): ApiResponse {
  return { status, headers: headersFor(world), body: JSON.stringify(body, null, 2) };
}

export function refusal({ message, path, status, code }: Violation, world: World): ApiResponse {
  const error = { message, type: 'invalid_request_error', param: path === '' ? null : path, code: code ?? null };
  return openaiResponse({ error }, world, status);
}

interface Failure {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
}

function failureOf(fault: ApiFault, world: World, model: string): Failure {
  switch (fault.kind) {
    case 'rate-limit': {
      const limit = `Rate limit reached for ${model} in organization ${organizationOf(world)} on tokens per min (TPM): Limit 30000, Used 22999, Requested 12528.`;
      const hint = fault.hint === undefined || fault.hint === 'text' ? waitWords(fault.retryAfterMs) : '';
      const message = `${limit}${hint} Visit https://platform.openai.com/account/rate-limits to learn more.`;
      return { status: 429, type: 'tokens', code: 'rate_limit_exceeded', message };
    }
    case 'quota':
      return {
        status: 429,
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message: 'You exceeded your current quota, please check your plan and billing details.',
      };
    case 'overloaded': {
      const message = 'Our servers are currently overloaded. Please try again later.';
      return { status: 503, type: 'service_unavailable_error', code: 'server_is_overloaded', message };
    }
    case 'unavailable':
      return {
        status: 503,
        type: 'service_unavailable_error',
        code: 'slow_down',
        message: 'Slow down. Please try again later.',
      };
    case 'server': {
      const message = 'The server had an error processing your request. Sorry about that! You can retry your request.';
      return { status: 500, type: 'server_error', code: 'server_error', message };
    }
    case 'auth': {
      const message =
        'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.';
      return { status: 401, type: 'invalid_request_error', code: 'invalid_api_key', message };
    }
    case 'overflow':
      return { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded', message: overflowWords };
  }
}

export const overflowWords: string =
  'Your input exceeds the context window of this model. Please adjust your input and try again.';

function waitWords(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '';
  const wait = milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds * secondsPerMillisecond}s`;
  return ` Please try again in ${wait}.`;
}

export function failed(fault: ApiFault, world: World): ApiResponse {
  const { status, type, code, message } = failureOf(fault, world, 'gpt-5.1');
  const { headers, ...response } = openaiResponse({ error: { message, type, param: null, code } }, world, status);
  return { ...response, headers: { ...headers, ...hintHeaders(fault, world) } };
}

function hintHeaders({ hint, retryAfterMs = 0 }: ApiFault, world: World): Readonly<Record<string, string>> {
  const seconds = retryAfterMs * secondsPerMillisecond;
  switch (hint) {
    case 'retry-after':
      return { 'retry-after': String(Math.ceil(seconds)) };
    case 'retry-after-date':
      return { 'retry-after': new Date(world.now() * 1000 + retryAfterMs).toUTCString() };
    case 'retry-after-ms':
      return { 'retry-after-ms': String(retryAfterMs) };
    case 'ratelimit-reset':
      return {
        'x-ratelimit-limit-tokens': '30000',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': `${seconds}s`,
      };
    default:
      return {};
  }
}

/** The `error` of a response that failed after it had started. */
export function errorInside(fault: ApiFault, world: World, model: string): JsonObject {
  const { code, message } = failureOf(fault, world, model);
  return { code, message };
}
