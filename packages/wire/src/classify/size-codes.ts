/**
 * Codes that are overflows only if the words beside them speak of the size of the request (05 §5.2): Google's
 * `RESOURCE_EXHAUSTED` is a rate limit nearly always, OpenAI's `max_tokens` is about the answer as often as about the prompt.
 */
import type { FailureReason } from '../failures.ts';

const codesOfSize = /^(?:resourceexhausted|maxtokens(?:exceeded)?|tokenlimit(?:exceeded)?)$/;

const whole = '(?:prompt|context|input|messages?|request|conversation|history|content|tokens?)';
const excess =
  '(?:too (?:long|large|big|many)|exceed\\w*|longer than|larger than|more than|over the (?:limit|maximum)|maximum)';
const speaksOfSize = new RegExp(`\\b${whole}\\b[^.]{0,160}\\b${excess}|\\b${excess}[^.]{0,160}\\b${whole}\\b`, 'i');

/** A limit in time, or of an account. */
const speaksOfRate =
  /\bper (?:minute|min|second|hour|day)\b|\b(?:rate|quota|[rt]pm|try again|retry|billing)\b|too many requests/i;
/** The answer may not be that long; the prompt is not at fault. */
const speaksOfAnswer =
  /\b(?:completion|output|generated?|new) tokens?\b|\bmax_(?:completion_|output_|new_)?tokens`?'?:? (?:is|must|should|parameter|\d)/i;

export function reasonOfSizeCode(status: number, codes: readonly string[], message: string): FailureReason | undefined {
  if (status === 429) return undefined;
  const isOfSize = codes.some((code) => codesOfSize.test(code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')));
  if (!isOfSize || !speaksOfSize.test(message)) return undefined;
  return speaksOfRate.test(message) || speaksOfAnswer.test(message) ? undefined : 'context-overflow';
}
