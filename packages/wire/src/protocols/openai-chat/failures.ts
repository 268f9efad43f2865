/** How compatible servers report errors, with a status and inside an answer; written as OpenAI does. */
import { type JsonObject, jsonText } from '@interlock/transcript';
import { classifyFailure } from '../../failure/classify.ts';
import { readErrorFields } from '../../failure/error-fields.ts';
import type { FailedResponse, Failure, FailureReason } from '../../failure/failure.ts';
import { asArray, asObject, asText, parseJson } from '../../json/json.ts';

export function classify(response: FailedResponse): Failure {
  return classifyFailure(response, readErrorFields(response.body));
}

/** An error inside a response with status 200. */
export function failureOf(error: JsonObject): Failure {
  const body = jsonText(error);
  return classifyFailure({ status: 200, headers: {}, body }, readErrorFields(body));
}

/** The error in a chunk or a choice, as an object; undefined if there is none. */
export function errorOf(chunk: JsonObject): JsonObject | undefined {
  const error = chunk['error'] ?? asObject(chunk['x_groq'])?.['error'];
  if (error !== undefined && error !== null && error !== '' && error !== false) return { ...chunk, error };
  return asText(chunk['object']).toLowerCase() === 'error' ? chunk : undefined;
}

/** GRQ-002, GRQ-003: the model's calls, if the server rejected them and reports them. */
export function failedCalls(error: JsonObject): readonly JsonObject[] {
  const inner = asObject(error['error']);
  if (inner?.['code'] !== 'tool_use_failed') return [];
  const generation = parseJson(asText(inner['failed_generation']));
  const calls = (asObject(generation) === undefined ? asArray(generation) : [generation ?? null]).map(asObject);
  const written = calls.flatMap((call) => {
    const name = asText(call?.['name']);
    const args = call?.['arguments'] ?? call?.['parameters'] ?? {};
    return name === '' ? [] : [{ function: { name, arguments: args } }];
  });
  return written.length === calls.length ? written : [];
}

export function encodeFailure(failure: Failure): { readonly status: number; readonly body: JsonObject } {
  const { status, type, code } = errorForms[failure.reason];
  return { status, body: { error: { message: failure.message, type, param: null, code } } };
}

interface ErrorForm {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
}

const errorForms: Readonly<Record<FailureReason, ErrorForm>> = {
  auth: { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  'auth-permanent': { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  billing: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  'rate-limit': { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  overloaded: { status: 503, type: 'server_error', code: 'overloaded' },
  timeout: { status: 504, type: 'server_error', code: 'timeout' },
  network: { status: 502, type: 'server_error', code: 'upstream_unreachable' },
  server: { status: 500, type: 'server_error', code: null },
  'context-overflow': { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  'model-not-found': { status: 404, type: 'invalid_request_error', code: 'model_not_found' },
  'invalid-request': { status: 400, type: 'invalid_request_error', code: null },
  'content-filter': { status: 400, type: 'invalid_request_error', code: 'content_filter' },
  unknown: { status: 500, type: 'server_error', code: null },
};
