/**
 * How Bedrock refuses: the name of the exception in a header, the text in the body (BDR-016), or in a stream (BDR-017).
 */
import type { ApiFault, ApiResponse, Violation } from '../api/api.ts';
import { hexadecimal, nextId } from '../api/ids.ts';
import { jsonResponse } from '../api/json-response.ts';
import { retryHeaders } from '../api/retry-headers.ts';
import type { World } from '../api/world.ts';
import { exceptionMessage } from './event-stream.ts';

/** `code` is the name of the exception. */
export function exception(rule: string, code: string, message: string, path = '', status = 400): Violation {
  return { rule, status, message, path, code };
}

/** An invalid request, the most common of all. */
export function invalid(rule: string, message: string, path = ''): Violation {
  return exception(rule, 'ValidationException', message, path);
}

export function responseHeaders(world: World): Readonly<Record<string, string>> {
  const digits = nextId(world, 32, hexadecimal);
  return { 'x-amzn-requestid': digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

export function refuse({ status, message, code = 'ValidationException', rule }: Violation, world: World): ApiResponse {
  // BDR-010: the check of API keys capitalizes it.
  const body = rule === 'BDR-010' ? { Message: message } : { message };
  return jsonResponse(status, body, errorHeaders(code, world));
}

function errorHeaders(code: string, world: World): Readonly<Record<string, string>> {
  const suffix = 'http://internal.amazon.com/coral/com.amazon.bedrock/';
  return { ...responseHeaders(world), 'x-amzn-errortype': `${code}:${suffix}` };
}

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const failures: Readonly<Record<ApiFault['kind'], Failure>> = {
  'rate-limit': {
    status: 429,
    code: 'ThrottlingException',
    message: 'Too many requests, please wait before trying again.',
  },
  quota: {
    status: 429,
    code: 'ThrottlingException',
    message: 'Too many tokens per day, please wait before trying again.',
  },
  overloaded: {
    status: 503,
    code: 'ServiceUnavailableException',
    message: 'Bedrock is unable to process your request.',
  },
  unavailable: {
    status: 503,
    code: 'ServiceUnavailableException',
    message: "The service isn't currently available. Try again later.",
  },
  server: {
    status: 500,
    code: 'InternalServerException',
    message: 'The system encountered an unexpected error during processing. Try your request again.',
  },
  auth: {
    status: 403,
    code: 'UnrecognizedClientException',
    message: 'The security token included in the request is invalid.',
  },
  overflow: { status: 400, code: 'ValidationException', message: 'Input is too long for requested model.' },
};

export function fail(fault: ApiFault, world: World): ApiResponse {
  const { status, code, message } = failures[fault.kind];
  const { hint, retryAfterMs } = fault;
  // Bedrock itself gives no hint; a gateway in front of it may.
  const hints = retryAfterMs === undefined ? {} : retryHeaders(hint, retryAfterMs, world, {});
  const seconds = Math.ceil((retryAfterMs ?? 0) / 1000);
  const text = hint === 'text' ? `${message} Please try again in ${seconds}s.` : message;
  return jsonResponse(status, { message: text }, { ...errorHeaders(code, world), ...hints });
}

export function failInside({ kind }: ApiFault): string {
  const { code, message } = failures[kind];
  return exceptionMessage(code.charAt(0).toLowerCase() + code.slice(1), { message });
}
