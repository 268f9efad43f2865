/**
 * When an exhausted limit resets: `x-ratelimit-reset-*` ('6s', GRQ-005), `anthropic-ratelimit-*-reset` (a time, ANT-072),
 * `x-ratelimit-reset` (seconds since 1970). Only limits with 0 remaining, or with status `rejected` where the provider sends
 * that instead (Anthropic's subscriptions), are the reason. Of several the latest, because all of them apply.
 */
import { millisecondsOf, momentOf, roundUp } from './spans.ts';

const resets = /^(?:(?:x-)?ratelimit-reset(?:-[a-z-]+)?|anthropic-ratelimit-[a-z0-9-]+-reset)$/;

export function resetHint(headers: Readonly<Record<string, string>>, now: number | undefined): number | undefined {
  const waits = Object.keys(headers)
    .filter((name) => resets.test(name) && isReason(headers, name))
    .flatMap((name) => waitOf(headers[name] ?? '', now) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function isReason(headers: Readonly<Record<string, string>>, reset: string): boolean {
  const status = headers[reset.replace('reset', 'status')]?.trim().toLowerCase();
  return isUsedUp(headers[reset.replace('reset', 'remaining')]) || status === 'rejected';
}

function isUsedUp(remaining: string | undefined): boolean {
  return remaining !== undefined && /^\s*-?0*(?:\.0+)?\s*$/.test(remaining) && remaining.trim() !== '';
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
