/** How this API reports errors, and how we report them to its clients. */
import { type JsonObject, jsonText } from '@interlock/transcript';
import { classifyFailure } from '../../failure/classify.ts';
import { readErrorFields } from '../../failure/error-fields.ts';
import type { FailedResponse, Failure, FailureReason } from '../../failure/failure.ts';
import { presentable } from '../../failure/redact.ts';
import { asObject, asText, parseJson } from '../../json/json.ts';

const longestId = 200;

export function classify(response: FailedResponse): Failure {
  const body = asObject(parseJson(response.body));
  return body === undefined
    ? classifyFailure(response, readErrorFields(response.body))
    : withRequestId(classifyFailure(response, readFields(body)), body);
}

/** ANT-073: an error inside an answer with status 200. */
export function failureInside(body: JsonObject): Failure {
  return withRequestId(classifyFailure({ status: 200, headers: {}, body: jsonText(body) }, readFields(body)), body);
}

/** Other servers of this protocol put the text at the top, or write the error as plain text. */
function readFields(body: JsonObject): { readonly message: string; readonly code?: string; readonly type?: string } {
  const error = asObject(body['error']);
  const message = asText(error?.['message']) || asText(body['error']) || asText(body['message']) || jsonText(body);
  const type = asText(error?.['type']);
  const code = asText(asObject(error?.['details'])?.['error_code']) || asText(error?.['code']);
  return { message, ...(code === '' ? {} : { code }), ...(type === '' ? {} : { type }) };
}

function withRequestId(failure: Failure, body: JsonObject): Failure {
  const requestId = asText(body['request_id']);
  if (failure.requestId !== undefined || requestId === '') return failure;
  return { ...failure, requestId: presentable(requestId, longestId) };
}

interface ErrorForm {
  readonly status: number;
  readonly type: string;
}

const errorForms: Readonly<Record<FailureReason, ErrorForm>> = {
  auth: { status: 401, type: 'authentication_error' },
  'auth-permanent': { status: 403, type: 'permission_error' },
  billing: { status: 402, type: 'billing_error' },
  'rate-limit': { status: 429, type: 'rate_limit_error' },
  overloaded: { status: 529, type: 'overloaded_error' },
  timeout: { status: 504, type: 'timeout_error' },
  network: { status: 502, type: 'api_error' },
  server: { status: 500, type: 'api_error' },
  'context-overflow': { status: 400, type: 'invalid_request_error' },
  'model-not-found': { status: 404, type: 'not_found_error' },
  'invalid-request': { status: 400, type: 'invalid_request_error' },
  'content-filter': { status: 400, type: 'invalid_request_error' },
  unknown: { status: 500, type: 'api_error' },
};

const tooLarge: ErrorForm = { status: 413, type: 'request_too_large' };

/** Too many bytes. Too many tokens are an overflow, whatever a provider's status is. */
function isTooLarge({ reason, status }: Failure): boolean {
  return reason === 'invalid-request' && status === 413;
}

export function encodeFailure(failure: Failure): { readonly status: number; readonly body: JsonObject } {
  const { status, type } = isTooLarge(failure) ? tooLarge : errorForms[failure.reason];
  const body = { type: 'error', error: { type, message: messageOf(failure) } };
  return { status, body: failure.requestId === undefined ? body : { ...body, request_id: failure.requestId } };
}

/** Clients recognise an overflow by its text (ANT-070), so another provider's message is prefixed with it. */
function messageOf({ reason, message }: Failure): string {
  if (reason !== 'context-overflow' || /prompt is too long|exceed context limit/.test(message)) return message;
  return `prompt is too long: ${message}`;
}
