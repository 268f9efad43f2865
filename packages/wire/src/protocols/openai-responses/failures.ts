/** How the Responses API reports errors: over HTTP, and inside a stream (OAR-027). */

import type { JsonObject } from '@interlock/transcript';
import { classifyFailure } from '../../failure/classify.ts';
import type { ErrorFields } from '../../failure/error-fields.ts';
import type { FailedResponse, Failure, FailureReason } from '../../failure/failure.ts';
import { asObject, asText, parseJson } from '../../json/json.ts';

export function classify(response: FailedResponse): Failure {
  const body = asObject(parseJson(response.body)) ?? {};
  return classifyFailure(response, readFields(body));
}

/** An error event, or a failed response: the HTTP status was 200 and does not help. */
export function readFailure(event: JsonObject): Failure {
  const { message, code = null } = readFields(event);
  const body = JSON.stringify({ error: asObject(event['error']) ?? { message, code } });
  return classifyFailure({ status: 200, headers: {}, body }, readFields(event));
}

/** `{error: {message, code, type}}`, `{error: "…"}`, or the fields themselves. */
function readFields(body: JsonObject): ErrorFields {
  const error = asObject(body['error']) ?? body;
  const message = asText(error['message']) || asText(body['error']) || asText(error['detail']);
  const code = asText(error['code']);
  const type = asText(error['type']);
  return {
    message,
    ...(code === '' ? {} : { code }),
    // For an event without an error object this is the type of event.
    ...(type === '' || error === body ? {} : { type }),
  };
}

interface ErrorForm {
  readonly status: number;
  readonly type: string;
  readonly code: string;
}

const errorForms: Readonly<Record<FailureReason, ErrorForm>> = {
  auth: { status: 401, type: 'invalid_request_error', code: 'token_expired' },
  'auth-permanent': { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  billing: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  'rate-limit': { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  overloaded: { status: 503, type: 'server_error', code: 'server_is_overloaded' },
  timeout: { status: 504, type: 'server_error', code: 'timeout' },
  network: { status: 502, type: 'server_error', code: 'server_error' },
  server: { status: 500, type: 'server_error', code: 'server_error' },
  'context-overflow': { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  'model-not-found': { status: 404, type: 'invalid_request_error', code: 'model_not_found' },
  'invalid-request': { status: 400, type: 'invalid_request_error', code: 'invalid_prompt' },
  'content-filter': { status: 400, type: 'invalid_request_error', code: 'content_filter' },
  unknown: { status: 500, type: 'server_error', code: 'server_error' },
};

export function encodeFailure({ reason, message }: Failure): { readonly status: number; readonly body: JsonObject } {
  const { status, type, code } = errorForms[reason];
  return { status, body: { error: { message, type, param: null, code } } };
}

/** The same inside a response object. */
export function failedError({ reason, message }: Failure): JsonObject {
  return { code: errorForms[reason].code, message };
}
