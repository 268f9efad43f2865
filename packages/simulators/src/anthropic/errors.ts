/** How this API refuses: the error envelope, its headers, and the faults it can be told to produce. */

import type { ApiFault, ApiResponse, Violation } from '../api/api.ts';
import { namedEvent } from '../api/events.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { World } from '../api/world.ts';
import { newId } from './ids.ts';

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const typeOf = (status: number): string => types[status] ?? 'api_error';

export function breach(rule: string, path: string, message: string, status: number = 400): Violation {
  return { rule, status, message, path, code: typeOf(status) };
}

/** A rule whose violation the API does not report. */
export function warning(rule: string, path: string, message: string): Violation {
  return { rule, status: 200, message, path };
}

export function responseHeaders(world: World): Record<string, string> {
  const reset = new Date(Math.ceil(world.now() + 60) * 1000).toISOString().replace('.000Z', 'Z');
  const limits = { requests: 4000, tokens: 480_000, 'input-tokens': 400_000, 'output-tokens': 80_000 };
  return Object.fromEntries([
    ['request-id', newId('req_011C', world)],
    ['anthropic-organization-id', world.account],
    ...Object.entries(limits).flatMap(([name, limit]) => [
      [`anthropic-ratelimit-${name}-limit`, String(limit)],
      [`anthropic-ratelimit-${name}-remaining`, String(limit - 1)],
      [`anthropic-ratelimit-${name}-reset`, reset],
    ]),
  ]);
}

export function errorResponse(
  status: number,
  message: string,
  world: World,
  extra: Readonly<Record<string, string>> = {},
): ApiResponse {
  const all = responseHeaders(world);
  const id = all['request-id'] ?? '';
  const body = { type: 'error', error: { type: typeOf(status), message }, request_id: id };
  return jsonResponse(status, body, {
    ...(status === 401 || status === 404 ? { 'request-id': id } : all),
    'x-should-retry': status === 429 || status >= 500 ? 'true' : 'false',
    ...extra,
  });
}

export function refuse(violation: Violation, world: World): ApiResponse {
  return errorResponse(violation.status, violation.message, world);
}

/** Status and text of each fault (ANT-070, ANT-072, ANT-073). */
const faults: Readonly<Record<ApiFault['kind'], readonly [number, string]>> = {
  'rate-limit': [429, "This request would exceed your account's rate limit. Please try again later."],
  quota: [
    400,
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  ],
  overloaded: [529, 'Overloaded'],
  unavailable: [503, 'Service temporarily unavailable'],
  server: [500, 'Internal server error'],
  auth: [401, 'invalid x-api-key'],
  overflow: [400, 'prompt is too long: 208310 tokens > 200000 maximum'],
};

export function fail(fault: ApiFault, world: World): ApiResponse {
  const [status, message] = faults[fault.kind];
  const { headers, text } = retryHint(fault, world);
  return errorResponse(status, message + text, world, headers);
}

export function failInside(fault: ApiFault, world: World): string {
  const [status, message] = faults[fault.kind];
  return namedEvent('error', { error: { type: typeOf(status), message }, request_id: newId('req_011C', world) });
}

interface Hint {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function retryHint({ kind, retryAfterMs, hint }: ApiFault, world: World): Hint {
  const nothing: Hint = { headers: {}, text: '' };
  if (retryAfterMs === undefined) return nothing;
  const seconds = Math.ceil(retryAfterMs / 1000);
  const date = new Date(Math.round(world.now() * 1000) + retryAfterMs);
  switch (hint ?? (kind === 'rate-limit' ? 'retry-after' : 'none')) {
    case 'retry-after':
      return { ...nothing, headers: { 'retry-after': String(seconds) } };
    case 'retry-after-date':
      return { ...nothing, headers: { 'retry-after': date.toUTCString() } };
    case 'retry-after-ms':
      return { ...nothing, headers: { 'retry-after-ms': String(retryAfterMs) } };
    case 'ratelimit-reset':
      return {
        ...nothing,
        headers: {
          'anthropic-ratelimit-requests-remaining': '0',
          'anthropic-ratelimit-requests-reset': date.toISOString(),
        },
      };
    case 'text':
      return { ...nothing, text: ` Please try again in ${seconds}s.` };
    default:
      return nothing;
  }
}
