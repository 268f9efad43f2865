/** How Ollama says that something went wrong, read and written: one sentence under `error`. */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { classifyFailure } from '../../classify.ts';
import type { FailedResponse, Failure, FailureReason } from '../../failures.ts';
import { asNumber, asObject, asText, parseJson } from '../../json.ts';

interface Said {
  readonly message: string;
  readonly code?: string;
  readonly type?: string;
}

export function classify(response: FailedResponse): Failure {
  const error = asObject(parseJson(response.body))?.['error'];
  return withAdvice(classifyError(response, error));
}

/** OLL-008: an error that comes as a line of a stream whose status was 200. Newer servers say the status they meant. */
export function failureOfLine(line: JsonObject): Failure {
  const status = asNumber(line['status']) ?? 200;
  return withAdvice(classifyError({ status, headers: {}, body: jsonText(line) }, line['error']));
}

/** A sentence, the error of the engine below as JSON in a string, or, behind gateways, an object with a message. */
function classifyError(response: FailedResponse, error: JsonValue | undefined): Failure {
  const engine = typeof error === 'string' ? asObject(parseJson(error)) : undefined;
  if (engine !== undefined && typeof error === 'string') {
    return classifyFailure({ ...response, body: error }, readDetail(asObject(engine['error']) ?? engine));
  }
  const detail = asObject(error);
  const message = asText(error) || response.body;
  return classifyFailure(response, detail === undefined ? { message } : readDetail(detail));
}

function readDetail(detail: JsonObject): Said {
  const code = asText(detail['code']);
  const type = asText(detail['type']);
  return {
    message: asText(detail['message']) || jsonText(detail),
    ...(code === '' ? {} : { code }),
    ...(type === '' ? {} : { type }),
  };
}

/** What only Ollama says: OLL-007, and OLL-012, the one failure with a remedy that the user can type. */
function withAdvice(failure: Failure): Failure {
  if (overflow.test(failure.message)) return { ...failure, reason: 'context-overflow' };
  const model = notFound.exec(failure.message)?.[1];
  if (model === undefined) return failure;
  return { ...failure, reason: 'model-not-found', message: `${ended(failure.message)} Run \`ollama pull ${model}\`.` };
}

/** In the words of three generations of the server. */
const overflow: RegExp = /exceeds the (?:available )?context|longer than the context length|context length exceeded/i;
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
