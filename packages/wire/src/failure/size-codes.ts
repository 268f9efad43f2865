/**
 * Codes that are overflows only if the words beside them speak of the size of the request (05 §5.2): Google's
 * `RESOURCE_EXHAUSTED` is a rate limit nearly always, OpenAI's `max_tokens` is about the answer as often as about the prompt.
 */
import type { FailureReason } from './failure.ts';

const codesOfSize = /^(?:resourceexhausted|maxtokens(?:exceeded)?|tokenlimit(?:exceeded)?)$/;

/** What is sent, and that it is too much of it, in either order. */
const subject = /\b(?:prompt|context|input|messages?|request|conversation|history|content|tokens?)\b/i;
const excess =
  /\b(?:too (?:long|large|big|many)|exceed\w*|(?:longer|larger|more) than|over the (?:limit|maximum)|maximum)\b/i;

/** A limit in time, or of an account. */
const speaksOfRate =
  /\bper (?:minute|min|second|hour|day)\b|\b(?:rate|quota|[rt]pm|try again|retry|billing)\b|too many requests/i;
/** The answer may not be that long; the prompt is not at fault. */
const speaksOfAnswer =
  /\b(?:completion|output|generated?|new) tokens?\b|\bmax_(?:completion_|output_|new_)?tokens`?'?:? (?:is|must|should|parameter|\d)/i;

export function reasonOfSizeCode(status: number, codes: readonly string[], message: string): FailureReason | undefined {
  if (status === 429) return undefined;
  const isOfSize = codes.some((code) => codesOfSize.test(code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')));
  if (!isOfSize || !subject.test(message) || !excess.test(message)) return undefined;
  return speaksOfRate.test(message) || speaksOfAnswer.test(message) ? undefined : 'context-overflow';
}
