/**
 * Why a request failed, from everything the provider let us know: structured fields first, then its words, the HTTP status
 * alone last. One reading for all protocols, because servers borrow each other's dialects. A failure inside a stream comes
 * with status 200 and the event's data as the body.
 */
import { broadCodes, decisiveCodes, reasonOfCodes, vagueCodes } from './codes.ts';
import { withoutEcho } from './echo.ts';
import { isEndpointPage, notTheApi } from './endpoint-page.ts';
import type { FailedResponse, Failure, FailureReason } from './failure.ts';
import { lacksTools } from './lacks-tools.ts';
import { presentable } from './redact.ts';
import { requestIdOf } from './request-id.ts';
import { retryAfterMs } from './retry-hint.ts';
import { readErrorFacts, type Said, unwrapped } from './said.ts';
import { reasonOfSizeCode } from './size-codes.ts';
import { isRefusal, reasonOfStatus } from './statuses.ts';
import { type TextRow, texts } from './texts.ts';
import { reasonOfTokenLimit } from './token-limit.ts';

/** What is read of a message, and what is kept of it. */
const longestRead = 65_536;
const longestMessage = 2_000;
const longestCode = 200;

/** Waiting helps none of these: a hint would only make somebody wait. */
const notMendedByTime: readonly FailureReason[] = [
  'context-overflow',
  'invalid-request',
  'content-filter',
  'model-not-found',
];

export function classifyFailure(response: FailedResponse, said: Said): Failure {
  const facts = readErrorFacts(response.body);
  const own = unwrapped(said.message);
  // A wrapped error (ORT-001) says more than the sentence around it.
  const words = facts.said.message.includes(own) ? facts.said.message : own;
  const message = words.slice(0, longestRead);
  const given = [said.code, said.type, ...facts.codes, errorType(response)];
  const codes = given.flatMap((code) => (code === undefined || code === '' ? [] : [code]));
  const status = statusOf(response.status, codes);
  const told = reasonOf(status, codes, withoutEcho(message));
  const isPage = isFromStatus(told) && isEndpointPage(response.status, response.body, facts);
  const reason = isPage ? 'server' : told;
  const code = isPage ? notTheApi : shownCode([said.code, said.type, facts.said.code, facts.said.type]);
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
    // An error event in a stream that began well is the server's doing; a strange status is nobody's we know.
    (status < 300 ? 'server' : 'unknown')
  );
}

/** What nothing but the status may have told. */
function isFromStatus(reason: FailureReason): boolean {
  return reason === 'invalid-request' || reason === 'auth' || reason === 'unknown';
}

function reasonOfText(status: number, codes: readonly string[], message: string): FailureReason | undefined {
  const refusal = isRefusal(status);
  const everything = [message, ...codes].join('\n');
  const says = ({ pattern, unless, state }: TextRow): boolean =>
    !(state === true && refusal) && pattern.test(message) && unless?.test(everything) !== true;
  return texts.find(says)?.reason;
}

/** A code that only repeats the status says less than the type beside it. */
function shownCode(given: readonly (string | undefined)[]): string | undefined {
  const codes = given.filter((code) => code !== undefined);
  return codes.find((code) => !isStatus(code)) ?? codes[0];
}

function isStatus(code: string): boolean {
  return /^[45]\d\d$/.test(code);
}

/** Inside a stream the status is 200; routers and Gemini then give the real one as the error's code. */
function statusOf(status: number, codes: readonly string[]): number {
  if (status >= 300) return status;
  const given = codes.find(isStatus);
  return given === undefined ? status : Number(given);
}

/** Amazon's code is in a header: `ThrottlingException:http://…`. */
function errorType({ headers }: FailedResponse): string | undefined {
  return headers['x-amzn-errortype']?.split(':')[0]?.trim();
}

function silence(status: number, isPage: boolean): string {
  return isPage
    ? `status ${status}, and not from the API: is the address right?`
    : `status ${status} without an error text`;
}

function hintOf(response: FailedResponse, message: string): number | undefined {
  return retryAfterMs(response) ?? retryAfterMs({ ...response, body: message });
}
