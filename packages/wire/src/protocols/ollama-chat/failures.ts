/** How Ollama reports errors, read and written: one sentence under `error`. */
import { type JsonObject, jsonText } from '@interlock/transcript';
import { classifyFailure } from '../../failure/classify.ts';
import { readErrorFields } from '../../failure/error-fields.ts';
import type { FailedResponse, Failure, FailureReason } from '../../failure/failure.ts';
import { asNumber } from '../../json/json.ts';

export function classify(response: FailedResponse): Failure {
  return withAdvice(classifyFailure(response, readErrorFields(response.body)));
}

/** OLL-008: an error as a line of a stream with status 200. Newer servers add the real status. */
export function failureOfLine(line: JsonObject): Failure {
  return classify({ status: asNumber(line['status']) ?? 200, headers: {}, body: jsonText(line) });
}

/** OLL-012: the only failure that a command of the user fixes. */
function withAdvice(failure: Failure): Failure {
  const model = notFound.exec(failure.message)?.[1];
  if (model === undefined) return failure;
  return { ...failure, reason: 'model-not-found', message: `${ended(failure.message)} Run \`ollama pull ${model}\`.` };
}

const notFound: RegExp = /\bmodel ['"]([^'"`\s]+)['"] not found/;

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

export function encodeFailure(failure: Failure): { readonly status: number; readonly body: JsonObject } {
  const { status, reason, message } = failure;
  return { status: status !== undefined && status >= 400 ? status : statuses[reason], body: { error: message } };
}

const statuses: Readonly<Record<FailureReason, number>> = {
  auth: 401,
  'auth-permanent': 403,
  billing: 402,
  'rate-limit': 429,
  overloaded: 503,
  timeout: 504,
  network: 502,
  server: 500,
  'context-overflow': 400,
  'model-not-found': 404,
  'invalid-request': 400,
  'content-filter': 400,
  unknown: 500,
};
