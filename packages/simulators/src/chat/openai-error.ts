/** Errors in OpenAI's form, which most others copy, and the ways in which a rate limit says when to come back. */
import type { ApiFault, ApiResponse } from '../api.ts';
import { dataEvent } from '../events.ts';
import { jsonResponse } from '../json-response.ts';
import { retryHeaders } from '../retry-headers.ts';
import type { World } from '../world.ts';

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
  return jsonResponse(status, { error: { message, type, param: null, code: null, ...rest } }, headers);
}

/** The headers with which a fault says when to come back (XCT-008). */
export function hintHeaders({ hint, retryAfterMs }: ApiFault, world: World): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {};
  return retryHeaders(hint, retryAfterMs, world, {
    'x-ratelimit-limit-requests': '500',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': spokenDelay(retryAfterMs),
    'x-ratelimit-remaining-tokens': '29000',
    'x-ratelimit-reset-tokens': '28ms',
  });
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
  return dataEvent(value);
}
