/** How Ollama says no: `{"error":"…"}`, or what a client of another API expects at its compatible doors. */
import type { ApiFault, ApiResponse, Violation } from '../api.ts';
import type { World } from '../world.ts';

export type Door = 'native' | 'openai' | 'anthropic';

const json = { 'content-type': 'application/json; charset=utf-8' } as const;

export function refuse({ status, message }: Violation, door: Door): ApiResponse {
  return { status, headers: json, body: JSON.stringify(errorOf(status, message, door)) };
}

/** gin's own answer for a place that is not there. */
export function refusePlain(status: number, body: string): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain' }, body };
}

export function fail(fault: ApiFault, world: World): ApiResponse {
  const { status, message } = faultWords(fault);
  const response = refuse({ rule: '', status, message, path: '' }, 'native');
  return { ...response, headers: { ...json, ...hintHeaders(fault, world) } };
}

/** OLL-008: a line of the stream. */
export function failInside(fault: ApiFault): string {
  return `${JSON.stringify({ error: faultWords(fault).message })}\n`;
}

function errorOf(status: number, message: string, door: Door): unknown {
  const type = status === 404 ? 'not_found_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
  if (door === 'native') return { error: message };
  if (door === 'openai') return { error: { message, type, param: null, code: null } };
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
  const seconds = Math.ceil(retryAfterMs / 1000);
  switch (hint) {
    case 'retry-after':
      return { 'retry-after': String(seconds) };
    case 'retry-after-date':
      return { 'retry-after': new Date((world.now() + seconds) * 1000).toUTCString() };
    case 'retry-after-ms':
      return { 'retry-after-ms': String(Math.ceil(retryAfterMs)) };
    case 'ratelimit-reset':
      return { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': `${seconds}s` };
    default:
      return {};
  }
}
