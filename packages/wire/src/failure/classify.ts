/**
 * Classifies why a request failed, from everything in the response: structured fields first, then the text, the HTTP status
 * last. One classifier for all protocols, because servers copy each other's formats. A failure inside a stream comes with
 * status 200 and the event's data as the body.
 */
import { broadCodes, decisiveCodes, reasonOfCodes, reasonOfSizeCode, vagueCodes } from './codes.ts';
import { isEndpointPage, notTheApi } from './endpoint-page.ts';
import { type ErrorFields, readErrorFacts, unwrapped } from './error-fields.ts';
import { errorTexts, lacksTools, type TextRow } from './error-texts.ts';
import type { FailedResponse, Failure, FailureReason } from './failure.ts';
import { presentable } from './redact.ts';
import { requestIdOf } from './request-id.ts';
import { retryAfterMs } from './retry-hint.ts';

/** How much of a message is read, and how much is kept. */
const longestRead = 65_536;
const longestMessage = 2_000;
const longestCode = 200;

/** Waiting does not help with these, so a hint is ignored. */
const notMendedByTime: readonly FailureReason[] = [
  'context-overflow',
  'invalid-request',
  'content-filter',
  'model-not-found',
];

export function classifyFailure(response: FailedResponse, fields: ErrorFields): Failure {
  const facts = readErrorFacts(response.body);
  const own = unwrapped(fields.message);
  // A wrapped error (ORT-001) is more specific than the sentence around it.
  const words = facts.fields.message.includes(own) ? facts.fields.message : own;
  const message = words.slice(0, longestRead);
  const candidates = [fields.code, fields.type, ...facts.codes, errorType(response)];
  const codes = candidates.flatMap((code) => (code === undefined || code === '' ? [] : [code]));
  const status = statusOf(response.status, codes);
  const reported = reasonOf(status, codes, withoutEcho(message));
  const isPage = isFromStatus(reported) && isEndpointPage(response.status, response.body, facts);
  const reason = isPage ? 'server' : reported;
  const code = isPage ? notTheApi : shownCode([fields.code, fields.type, facts.fields.code, facts.fields.type]);
  const isVain = facts.isDaily === true || notMendedByTime.includes(reason);
  const wait = isVain ? undefined : hintOf(response, message);
  const requestId = requestIdOf(response.headers);
  return {
    reason,
    message: presentable(message, longestMessage) || silence(response.status, isPage),
    ...(response.status > 0 ? { status: response.status } : {}),
    ...(code === undefined ? {} : { code: presentable(code, longestCode) }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(reason === 'invalid-request' && lacksTools(withoutEcho(message)) ? { lacks: 'tools' as const } : {}),
  };
}

function reasonOf(status: number, codes: readonly string[], message: string): FailureReason {
  return (
    reasonOfCodes(decisiveCodes, codes, message) ??
    reasonOfSizeCode(status, codes, message) ??
    reasonOfTokenLimit(message) ??
    reasonOfText(status, codes, message) ??
    reasonOfCodes(broadCodes, codes, message) ??
    reasonOfStatus(status) ??
    reasonOfCodes(vagueCodes, codes, message) ??
    // An error event in a stream that started well is the server's fault; an unusual status is unknown.
    (status < 300 ? 'server' : 'unknown')
  );
}

/** Reasons that may come from the status alone. */
function isFromStatus(reason: FailureReason): boolean {
  return reason === 'invalid-request' || reason === 'auth' || reason === 'unknown';
}

function reasonOfText(status: number, codes: readonly string[], message: string): FailureReason | undefined {
  const refusal = isRefusal(status);
  const everything = [message, ...codes].join('\n');
  const says = ({ pattern, unless, state }: TextRow): boolean =>
    !(state === true && refusal) && pattern.test(message) && unless?.test(everything) !== true;
  return errorTexts.find(says)?.reason;
}

/** A code that only repeats the status is less specific than the type next to it. */
function shownCode(candidates: readonly (string | undefined)[]): string | undefined {
  const codes = candidates.filter((code) => code !== undefined);
  return codes.find((code) => !isStatus(code)) ?? codes[0];
}

function isStatus(code: string): boolean {
  return /^[45]\d\d$/.test(code);
}

/** Inside a stream the status is 200; routers and Gemini then give the real one as the error's code. */
function statusOf(status: number, codes: readonly string[]): number {
  if (status >= 300) return status;
  const found = codes.find(isStatus);
  return found === undefined ? status : Number(found);
}

/** Amazon's code is in a header: `ThrottlingException:http://…`. */
function errorType({ headers }: FailedResponse): string | undefined {
  return headers['x-amzn-errortype']?.split(':')[0]?.trim();
}

function silence(status: number, isPage: boolean): string {
  return isPage
    ? `status ${status}, and not from the API: is the address correct?`
    : `status ${status} without an error message`;
}

function hintOf(response: FailedResponse, message: string): number | undefined {
  return retryAfterMs(response) ?? retryAfterMs({ ...response, body: message });
}

const echoes: readonly RegExp[] = [
  /\binput_value=/, // pydantic: to the end, because the value may hold anything
  /['"]input['"]: /, // the same as a printed object
  /\binvalid value: ['"]/i, // OpenAI
];

/**
 * The text of an error, without what it repeats of the request. Validators quote the invalid value, and that may be a tool's
 * result that mentions an overflow or a rate limit.
 */
function withoutEcho(message: string): string {
  const starts = echoes.map((echo) => message.search(echo)).filter((start) => start >= 0);
  return starts.length === 0 ? message : message.slice(0, Math.min(...starts));
}

const byStatus: Readonly<Record<number, FailureReason>> = {
  400: 'invalid-request',
  401: 'auth',
  402: 'billing',
  403: 'auth',
  408: 'timeout',
  413: 'context-overflow', // Cerebras, and any proxy: the body is too big
  422: 'invalid-request',
  429: 'rate-limit',
  498: 'overloaded', // Groq: no capacity left in the tier
  499: 'timeout',
  504: 'timeout',
  522: 'timeout',
  524: 'timeout',
  529: 'overloaded',
};

/** The meaning of an HTTP status if nothing else is known. */
function reasonOfStatus(status: number): FailureReason | undefined {
  return byStatus[status] ?? (status >= 500 && status <= 599 ? 'server' : undefined);
}

/**
 * Statuses of a request that was examined and refused. Words like "overloaded" or "rate limit" in such an answer are part of
 * someone's tool name or message, not the server's state: a wrong order of messages was once classified as overload.
 */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 429 && status !== 402 && status !== 403 && status !== 408;
}

const tokenLimit = /\btokens?\b[\s\S]{0,80}?\blimit:? ([\d,]+)[\s\S]{0,60}?\brequested:? ~?([\d,]+)/i;

/**
 * Tokens-per-minute limits are rate limits, except for a request that is larger than the whole limit: it can never succeed
 * (OAC-023) and must become smaller. A limit of zero means an account without that model.
 */
function reasonOfTokenLimit(message: string): FailureReason | undefined {
  const match = tokenLimit.exec(message);
  const limit = numberOf(match?.[1]);
  const requested = numberOf(match?.[2]);
  if (limit === undefined || requested === undefined || requested <= limit) return undefined;
  return limit === 0 ? 'billing' : 'context-overflow';
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text.replaceAll(',', ''));
}
