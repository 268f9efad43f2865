/** Errors in OpenAI's form, which most others copy, and the ways in which a rate limit says when to come back. */
import type { ApiFault, ApiResponse } from '../api.ts';
import type { World } from '../world.ts';
import { event } from './stream.ts';

export interface OpenaiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  /** vLLM repeats the status here. */
  readonly code: string | number | null;
}

export function openaiError(
  status: number,
  error: Partial<OpenaiError> & Pick<OpenaiError, 'message'> & Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  const { message, type = status >= 500 ? 'server_error' : 'invalid_request_error', ...rest } = error;
  return jsonError(status, { error: { message, type, param: null, code: null, ...rest } }, headers);
}

export function jsonError(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** The headers with which a fault says when to come back (XCT-008). */
export function hintHeaders({ hint, retryAfterMs }: ApiFault, world: World): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {};
  const seconds = Math.ceil(retryAfterMs / 1000);
  switch (hint) {
    case 'retry-after':
      return { 'retry-after': String(seconds) };
    case 'retry-after-date':
      return { 'retry-after': new Date((world.now() + seconds) * 1000).toUTCString() };
    case 'retry-after-ms':
      return { 'retry-after-ms': String(retryAfterMs) };
    case 'ratelimit-reset':
      return {
        'x-ratelimit-limit-requests': '500',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': spokenDelay(retryAfterMs),
        'x-ratelimit-remaining-tokens': '29000',
        'x-ratelimit-reset-tokens': '28ms',
      };
    default:
      return {};
  }
}

/** ` Please try again in 1.898s.` when the fault says it in words or does not say how; else ''. */
export function hintText({ hint, retryAfterMs }: ApiFault): string {
  if (retryAfterMs === undefined || (hint !== undefined && hint !== 'text')) return '';
  return ` Please try again in ${spokenDelay(retryAfterMs)}.`;
}

/** `174ms`, `1.898s`, `6m0s`, as the headers and texts have it (OAC-022). */
export function spokenDelay(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds}ms`;
  if (milliseconds < 60_000) return `${milliseconds / 1000}s`;
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return minutes < 60 ? `${minutes}m${rest}s` : `${Math.floor(minutes / 60)}h${minutes % 60}m${rest}s`;
}

/** A whole error answer as an event inside a stream that has begun. */
export function errorEvent(response: ApiResponse): string | undefined {
  const { body } = response;
  if (typeof body !== 'string') return undefined;
  const value: unknown = JSON.parse(body);
  return event(value);
}
