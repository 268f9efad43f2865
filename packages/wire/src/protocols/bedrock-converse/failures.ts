/** How Bedrock reports errors: a name in a header (or `__type`), and a text as `message` or `Message` (BDR-010). */
import type { JsonObject } from '@interlock/transcript';
import { classifyFailure } from '../../failure/classify.ts';
import { type ErrorFields, readErrorFields } from '../../failure/error-fields.ts';
import type { FailedResponse, Failure, FailureReason } from '../../failure/failure.ts';
import { asObject, asText, parseJson } from '../../json/json.ts';

export function classify(response: FailedResponse): Failure {
  return classifyFailure(response, readFields(response.body));
}

/** BDR-017: an exception inside a stream with status 200; `name` as in `throttlingException`. */
export function failureInside(name: string, data: string): Failure {
  const fields = readFields(data);
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  return classifyFailure({ status: 200, headers: { 'x-amzn-errortype': type }, body: data }, { ...fields, code: type });
}

function readFields(text: string): ErrorFields {
  const body = asObject(parseJson(text));
  const message = asText(body?.['message']) || asText(body?.['Message']) || asText(body?.['originalMessage']);
  if (message === '') return readErrorFields(text);
  // `com.amazon.coral.service#ThrottlingException`
  const type = asText(body?.['__type']).split('#').at(-1) ?? '';
  return { message, ...(type === '' ? {} : { code: type }) };
}

interface Word {
  readonly status: number;
  readonly name: string;
}

const words: Readonly<Record<FailureReason, Word>> = {
  auth: { status: 403, name: 'UnrecognizedClientException' },
  'auth-permanent': { status: 403, name: 'AccessDeniedException' },
  billing: { status: 403, name: 'AccessDeniedException' },
  'rate-limit': { status: 429, name: 'ThrottlingException' },
  overloaded: { status: 503, name: 'ServiceUnavailableException' },
  timeout: { status: 408, name: 'ModelTimeoutException' },
  network: { status: 424, name: 'ModelErrorException' },
  server: { status: 500, name: 'InternalServerException' },
  'context-overflow': { status: 400, name: 'ValidationException' },
  'model-not-found': { status: 404, name: 'ResourceNotFoundException' },
  'invalid-request': { status: 400, name: 'ValidationException' },
  'content-filter': { status: 400, name: 'ValidationException' },
  unknown: { status: 500, name: 'InternalServerException' },
};

/** Clients look for the name in the body where the header is missing. */
export function encodeFailure(failure: Failure): { readonly status: number; readonly body: JsonObject } {
  const { status, name } = words[failure.reason];
  return { status, body: { __type: name, message: messageOf(failure) } };
}

/** The exception of a stream: its name starts with a lower-case letter there. */
export function exceptionName({ reason }: Failure): string {
  const { name } = words[reason];
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Clients recognise an overflow by its text (BDR-019). */
export function messageOf({ reason, message }: Failure): string {
  if (reason !== 'context-overflow' || /too long|context/i.test(message)) return message;
  return `Input is too long for requested model. ${message}`;
}
