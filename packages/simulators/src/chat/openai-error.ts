/** Errors in OpenAI's format, which most others copy. */
import type { ApiResponse } from '../api/api.ts';
import { dataEvent } from '../api/events.ts';
import { jsonResponse } from '../api/json-response.ts';

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

/** A whole error answer as an event inside a stream that has started. */
export function errorEvent(response: ApiResponse): string | undefined {
  const { body } = response;
  if (typeof body !== 'string') return undefined;
  const value: unknown = JSON.parse(body);
  return dataEvent(value);
}
