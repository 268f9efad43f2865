/** How this API refuses: a google.rpc.Status, as a list of one on streaming endpoints (GEM-035). */

import type { ApiFault, ApiResponse, Violation } from '../api/api.ts';
import { parseJson } from '../api/json.ts';
import { retryHeaders } from '../api/retry-headers.ts';
import type { World } from '../api/world.ts';

export interface Status {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly details?: readonly unknown[];
}

const json = { 'content-type': 'application/json; charset=UTF-8' } as const;

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** An unknown key is an invalid argument here, not a 401. */
export const badKey = 'API key not valid. Please pass a valid API key.';

const badKeyInfo = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
} as const;

export function refuse(violation: Violation, streams: boolean): ApiResponse {
  return errorResponse(statusOf(violation.status, violation.message, detailsOf(violation)), streams);
}

export function fail(fault: ApiFault, world: World): ApiResponse {
  const { headers, ...status } = faultStatus(fault, world);
  const response = errorResponse(status, false);
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** A stream that has started continues with the error as an event. */
export function eventOf({ body }: ApiResponse): string {
  return `data: ${JSON.stringify(parseJson(String(body))?.value ?? {})}\r\n\r\n`;
}

export function errorResponse(error: Status, streams: boolean): ApiResponse {
  const body = streams ? [{ error }] : { error };
  return { status: error.code, headers: json, body: `${JSON.stringify(body, null, 2)}\n` };
}

export function statusOf(code: number, message: string, details: readonly unknown[] = []): Status {
  return { code, message, status: names[code] ?? 'UNKNOWN', ...(details.length === 0 ? {} : { details }) };
}

/** A parser error includes its place, a bad key the reason. */
function detailsOf({ rule, message, path }: Violation): readonly unknown[] {
  if (rule === 'gate-bad-key') return [badKeyInfo];
  if (rule === 'VTX-002') return [{ ...badKeyInfo, reason: 'CREDENTIALS_MISSING' }];
  if (!/^Invalid (JSON payload|value at)/.test(message)) return [];
  const fieldViolations = [{ ...(path === '' ? {} : { field: path }), description: message }];
  return [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
}

type FaultStatus = Status & { readonly headers?: Readonly<Record<string, string>> };

function faultStatus(fault: ApiFault, world: World): FaultStatus {
  switch (fault.kind) {
    case 'rate-limit':
      return rateLimit(fault, world);
    case 'quota':
      return statusOf(429, quotaText('generate_content_free_tier_requests', 250), [
        quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
        help,
      ]);
    case 'overloaded':
      return statusOf(503, 'The model is overloaded. Please try again later.');
    case 'unavailable':
      return statusOf(503, 'The service is currently unavailable.');
    case 'server':
      return statusOf(
        500,
        'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
      );
    case 'auth':
      return statusOf(400, badKey, [badKeyInfo]);
    case 'overflow':
      return statusOf(400, 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).');
  }
}

const help = {
  '@type': 'type.googleapis.com/google.rpc.Help',
  links: [
    { description: 'Learn more about Gemini API quotas', url: 'https://ai.google.dev/gemini-api/docs/rate-limits' },
  ],
} as const;

/**
 * GEM-033, in the form that the fault requests; without a hint, what Vertex says when shared capacity is exhausted (GEM-034).
 */
function rateLimit({ hint = 'retry-info', retryAfterMs = 47_434.392449 }: ApiFault, world: World): FaultStatus {
  if (hint === 'none') {
    return statusOf(
      429,
      'Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.',
    );
  }
  const seconds = `${(retryAfterMs / 1000).toFixed(9).replace(/\.?0+$/, '')}s`;
  const inWords = hint === 'retry-info' || hint === 'text' ? `\nPlease retry in ${seconds}.` : '';
  const text = quotaText('generate_content_paid_tier_input_token_count', 4_000_000) + inWords;
  const failure = quotaFailure('GenerateContentPaidTierInputTokensPerModelPerMinute');
  const info = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: seconds };
  return {
    ...statusOf(429, text, hint === 'retry-info' ? [failure, help, info] : [failure, help]),
    headers: retryHeaders(hint, Math.ceil(retryAfterMs), world, {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': `${Math.ceil(retryAfterMs / 1000)}s`,
    }),
  };
}

function quotaText(metric: string, limit: number): string {
  return `You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/${metric}, limit: ${limit}`;
}

function quotaFailure(quotaId: string): unknown {
  const violations = [{ quotaMetric: 'generativelanguage.googleapis.com/generate_content', quotaId }];
  return { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations };
}
