/**
 * How long a provider asks us to wait, in milliseconds: the first hint found, in the order of XCT-008. A hint is a minimum;
 * several days mean several days. There is no clock here: times are relative to the response's own `date`.
 */
import { readErrorFacts } from './error-fields.ts';
import type { FailedResponse } from './failure.ts';

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

const resetHeaders = /^(?:(?:x-)?ratelimit-reset(?:-[a-z-]+)?|anthropic-ratelimit-[a-z0-9-]+-reset)$/;

/**
 * When an exhausted limit resets: `x-ratelimit-reset-*` ('6s', GRQ-005), `anthropic-ratelimit-*-reset` (a time, ANT-072),
 * `x-ratelimit-reset` (seconds since 1970). Only limits with 0 remaining count, or with status `rejected` where the provider sends
 * that instead (Anthropic's subscriptions). If there are several, the latest: all of them apply.
 */
function resetHint(headers: Readonly<Record<string, string>>, now: number | undefined): number | undefined {
  const waits = Object.keys(headers)
    .filter((name) => resetHeaders.test(name) && isExhausted(headers, name))
    .flatMap((name) => waitOf(headers[name] ?? '', now) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function isExhausted(headers: Readonly<Record<string, string>>, reset: string): boolean {
  const status = headers[reset.replace('reset', 'status')]?.trim().toLowerCase();
  return isZero(headers[reset.replace('reset', 'remaining')]) || status === 'rejected';
}

function isZero(remaining: string | undefined): boolean {
  const text = remaining?.trim() ?? '';
  return text !== '' && /^-?0*(?:\.0+)?$/.test(text);
}

function waitOf(value: string, now: number | undefined): number | undefined {
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return waitOfNumber(Number(text), now);
  const moment = momentOf(text);
  if (moment === undefined) return millisecondsOf(text);
  return now === undefined ? undefined : Math.max(0, moment - now);
}

/** A bare number is a duration in seconds or, if it is that large, seconds or milliseconds since 1970. */
function waitOfNumber(value: number, now: number | undefined): number | undefined {
  if (value < 1e9) return roundUp(value * 1_000);
  const moment = value < 1e12 ? value * 1_000 : value;
  return now === undefined ? undefined : roundUp(Math.max(0, moment - now));
}

const perUnit: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const durationPart =
  /^\s*(?:and )?(\d+(?:\.\d+)?)\s*(ms|milliseconds?|msecs?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])/i;

/** `174ms`, `47.434392449s`, `6m0s`, `1h2m`, `2 days`; anything after the last unit is ignored. */
function millisecondsOf(text: string | undefined): number | undefined {
  let rest = text ?? '';
  let total: number | undefined;
  for (let match = durationPart.exec(rest); match !== null; match = durationPart.exec(rest)) {
    total = (total ?? 0) + Number(match[1]) * unitOf(match[2] ?? '');
    rest = rest.slice(match[0].length);
  }
  return total === undefined ? undefined : roundUp(total);
}

function unitOf(word: string): number {
  const name = word.toLowerCase();
  return perUnit[/^m(?:s|illi)/.test(name) ? 'ms' : name.slice(0, 1)] ?? 0;
}

/**
 * Rounded up, because a hint is a minimum, but without floating-point noise (11.054 s are 11,054 ms, not 11,055). A value that
 * is too large for a number is not a hint.
 */
function roundUp(milliseconds: number): number | undefined {
  const whole = Math.ceil(Number(milliseconds.toFixed(3)));
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/** An HTTP date or an RFC 3339 time, as milliseconds since 1970. Without a zone it would be ambiguous. */
function momentOf(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (!/(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/.test(trimmed) || !/\d{4}/.test(trimmed)) return undefined;
  const moment = Date.parse(trimmed);
  return Number.isNaN(moment) ? undefined : moment;
}
