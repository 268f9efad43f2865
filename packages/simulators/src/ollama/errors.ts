/** How Ollama refuses: `{"error":"…"}`, or what a client of another API expects at its compatible endpoints. */

import type { ApiFault, ApiResponse, Violation } from '../api/api.ts';
import { jsonResponse } from '../api/json-response.ts';
import { retryHeaders } from '../api/retry-headers.ts';
import type { World } from '../api/world.ts';

export type Endpoint = 'native' | 'openai' | 'anthropic';

/** Gin names the encoding. */
export const json: Readonly<Record<string, string>> = { 'content-type': 'application/json; charset=utf-8' };

export function refuse({ status, message }: Violation, endpoint: Endpoint): ApiResponse {
  return jsonResponse(status, errorOf(status, message, endpoint), json);
}

/** gin's own answer for an unknown path. */
export function refusePlain(status: number, body: string): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain' }, body };
}

export function fail(fault: ApiFault, world: World): ApiResponse {
  const { status, message } = faultWords(fault);
  const response = refuse({ rule: '', status, message, path: '' }, 'native');
  return { ...response, headers: { ...json, ...hintHeaders(fault, world) } };
}

/** A stream is one object per line. */
export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** OLL-008: a line of the stream. */
export function failInside(fault: ApiFault): string {
  return line({ error: faultWords(fault).message });
}

function errorOf(status: number, message: string, endpoint: Endpoint): unknown {
  const type = status === 404 ? 'not_found_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
  if (endpoint === 'native') return { error: message };
  if (endpoint === 'openai') return { error: { message, type, param: null, code: null } };
  return { type: 'error', error: { type, message } };
}

function faultWords({ kind, hint, retryAfterMs = 20_000 }: ApiFault): {
  readonly status: number;
  readonly message: string;
} {
  switch (kind) {
    case 'rate-limit': {
      const when = hint === 'text' ? ` Please try again in ${retryAfterMs / 1000}s.` : '';
      return { status: 429, message: `too many concurrent requests.${when}` };
    }
    case 'quota':
      return { status: 429, message: 'you have reached your weekly usage limit, upgrade for higher limits' };
    case 'overloaded':
      return { status: 503, message: 'server busy, please try again.  maximum pending requests exceeded' };
    case 'unavailable':
      return { status: 502, message: 'upstream error' };
    case 'server':
      return { status: 500, message: 'llama runner process has terminated: exit status 2' };
    case 'auth':
      return { status: 401, message: 'unauthorized' };
    case 'overflow':
      return { status: 400, message: 'the input length exceeds the context length' };
  }
}

function hintHeaders({ hint, retryAfterMs = 20_000 }: ApiFault, world: World): Readonly<Record<string, string>> {
  return retryHeaders(hint, Math.ceil(retryAfterMs), world, {
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': `${Math.ceil(retryAfterMs / 1000)}s`,
  });
}
