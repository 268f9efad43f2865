/** How Google reports errors: a `google.rpc.Status` under `error`, on streams also in a list (GEM-035). */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { classifyFailure } from '../../failure/classify.ts';
import type { FailedResponse, Failure, FailureReason } from '../../failure/failure.ts';
import { asArray, asNumber, asObject, asText, parseJson } from '../../json/json.ts';

export function classify(response: FailedResponse): Failure {
  const body = parseJson(response.body);
  const entries = body !== undefined && Array.isArray(body) ? asArray(body) : [body];
  const error = entries.map((entry) => asObject(entry)?.['error']).find((entry) => entry !== undefined);
  return judge(response, error);
}

/** An error inside a response with status 200; the body has the real status. */
export function classifyError(error: JsonValue, chunk: JsonObject): Failure {
  const code = asNumber(asObject(error)?.['code']) ?? 0;
  const meant = code >= 400 && code < 600;
  const { status, ...failure } = judge({ status: meant ? code : 200, headers: {}, body: jsonText(chunk) }, error);
  return meant && status !== undefined ? { ...failure, status } : failure;
}

function judge(response: FailedResponse, error: JsonValue | undefined): Failure {
  const status = asObject(error);
  const code = asText(status?.['status']);
  const message = asText(status?.['message']) || asText(error);
  return classifyFailure(response, { message, ...(code === '' ? {} : { code }) });
}

export function encodeFailure(failure: Failure): { readonly status: number; readonly body: JsonObject } {
  const known = statuses[failure.reason];
  const code = ownStatus(failure, known.code) ?? known.code;
  const retry = failure.retryAfterMs;
  const details = retry === undefined ? {} : { details: [{ '@type': retryInfo, retryDelay: `${retry / 1000}s` }] };
  return { status: code, body: { error: { code, message: failure.message, status: known.status, ...details } } };
}

/**
 * Google has no statuses beyond those of HTTP, and its SDK would not try again after another provider's (Anthropic's 529, Cloudflare's 520 to
 * 526), nor after a 400 that a server gives for a failure of its own (Groq's, for a call that its model got wrong).
 */
function ownStatus({ status }: Failure, usual: number): number | undefined {
  if (status === undefined || status < 400 || status > 511) return undefined;
  return status < 500 === usual < 500 ? status : undefined;
}

const retryInfo = 'type.googleapis.com/google.rpc.RetryInfo';

const statuses: Readonly<Record<FailureReason, { readonly code: number; readonly status: string }>> = {
  auth: { code: 401, status: 'UNAUTHENTICATED' },
  'auth-permanent': { code: 403, status: 'PERMISSION_DENIED' },
  billing: { code: 402, status: 'FAILED_PRECONDITION' },
  'rate-limit': { code: 429, status: 'RESOURCE_EXHAUSTED' },
  overloaded: { code: 503, status: 'UNAVAILABLE' },
  timeout: { code: 504, status: 'DEADLINE_EXCEEDED' },
  network: { code: 502, status: 'UNAVAILABLE' },
  server: { code: 500, status: 'INTERNAL' },
  'context-overflow': { code: 400, status: 'INVALID_ARGUMENT' },
  'model-not-found': { code: 404, status: 'NOT_FOUND' },
  'invalid-request': { code: 400, status: 'INVALID_ARGUMENT' },
  'content-filter': { code: 400, status: 'INVALID_ARGUMENT' },
  unknown: { code: 500, status: 'UNKNOWN' },
};
