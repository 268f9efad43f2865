/**
 * How long a provider asks us to wait, in milliseconds: the first hint found, in the order of XCT-008. A hint is a minimum;
 * several days mean several days. There is no clock here: times are relative to the response's own `date`.
 */

import { readErrorFacts } from './error-fields.ts';
import type { FailedResponse } from './failure.ts';
import { resetHint } from './reset-headers.ts';
import { millisecondsOf, momentOf, roundUp } from './spans.ts';

/** `now` in milliseconds since 1970, if the caller knows it; default: the response's `date`. */
export function retryAfterMs(response: FailedResponse, now?: number): number | undefined {
  const { fields, retryDelay, headers: upstream } = readErrorFacts(response.body);
  const headers = { ...upstream, ...response.headers };
  const at = now ?? momentOf(headers['date']);
  return (
    milliseconds(headers['retry-after-ms']) ??
    milliseconds(headers['x-ms-retry-after-ms']) ??
    retryAfter(headers['retry-after'], at) ??
    millisecondsOf(retryDelay) ??
    // Only the error itself: an event of a stream may also contain the model's output.
    hintInText(fields.message) ??
    resetHint(headers, at)
  );
}

function milliseconds(value: string | undefined): number | undefined {
  const text = value?.trim() ?? '';
  return plainNumber.test(text) ? roundUp(Number(text)) : undefined;
}

/** Seconds, or a date. */
function retryAfter(value: string | undefined, now: number | undefined): number | undefined {
  const text = value?.trim() ?? '';
  if (plainNumber.test(text)) return roundUp(Number(text) * 1_000);
  const moment = momentOf(text);
  return moment === undefined || now === undefined ? undefined : Math.max(0, moment - now);
}

const plainNumber = /^\d+(?:\.\d+)?$/;

/** "Please try again in 6m0s", "retry after 30 seconds". A number without a unit is not a hint. */
function hintInText(text: string): number | undefined {
  const found = /\b(?:try again|retry)(?:ing)? (?:in|after):? (?:about |approximately )?(\d[\w. ]{0,60})/i.exec(text);
  return millisecondsOf(found?.[1]);
}
