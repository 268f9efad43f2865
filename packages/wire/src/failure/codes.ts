/**
 * Codes, types and gRPC statuses by meaning. They are compared in lower case without separators, so that `RATE_LIMIT_ERROR`,
 * `rate_limit_error` and `RateLimitError` are equal.
 */
import type { FailureReason } from './failure.ts';

export interface CodeRow {
  readonly reason: FailureReason;
  readonly pattern: RegExp;
  /** The rule that documents it, or the server that sends it. */
  readonly rule: string;
  /** The code does not count if these words are present, because some server uses it for something else. */
  readonly unless?: RegExp;
}

/** These are unambiguous. */
export const decisiveCodes: readonly CodeRow[] = [
  {
    reason: 'context-overflow',
    pattern:
      /^(context(length)?exceeded|requesttoolarge|exceedcontextsizeerror|model(contextwindow|maxprompttokens)exceeded)$/,
    rule: 'OAC-021, OAR-026, GLM-005',
  },
  {
    reason: 'billing',
    pattern:
      /^(insufficient[a-z0-9]*(quota|balance|credits?|funds)|exceededcurrentquotaerror|paymentrequired|budgetexceeded)/,
    rule: 'OAC-023, LiteLLM',
    // Qwen's tokens per minute.
    unless: /allocated quota exceeded/i,
  },
  { reason: 'billing', pattern: /^(billing|arrearage$|accessdeniedunpurchased$)/, rule: 'Anthropic, OpenAI, Qwen' },
  {
    reason: 'auth-permanent',
    pattern:
      /^(invalidapikey|apikeyinvalid|incorrectapikey|accountdeactivated|apikey(revoked|disabled)|tokennotfoundindb)/,
    rule: 'OpenAI, Gemini, LiteLLM',
  },
  { reason: 'auth-permanent', pattern: /^unsupportedcountryregionterritory$/, rule: 'OpenAI' },
  {
    reason: 'content-filter',
    pattern:
      /^(contentfilter|contentpolicyviolation|responsibleaipolicyviolation|safety|refusal|prohibitedcontent|blocklist)/,
    rule: 'AZR-004',
  },
  {
    reason: 'content-filter',
    pattern: /^(datainspectionfailed|spii|recitation|hooksfailed)/,
    rule: 'Qwen, Gemini, Portkey',
  },
  {
    reason: 'overloaded',
    pattern: /^(overloaded|engineoverloaded|serverisoverloaded|slowdown$|capacityexceeded$)/,
    rule: 'ANT-073, OAR-027',
  },
  {
    reason: 'model-not-found',
    pattern: /^(model(notfound|decommissioned|notexist|notavailable|notsupported)|invalidmodel|deploymentnotfound)/,
    rule: 'OpenAI, Groq, Mistral, Copilot, Azure',
  },
  {
    reason: 'invalid-request',
    pattern: /^(invalidencryptedcontent|previousresponsenotfound|toolconfigmissing)$/,
    rule: 'OAR-011, OAR-018, BDR-001',
  },
  // The model's own call failed the server's check. The request is valid; another attempt may succeed.
  { reason: 'server', pattern: /^(toolusefailed|malformedfunctioncall)$/, rule: 'GRQ-002, GRQ-003' },
];

/** These name a group of failures; the text may be more specific (OAC-023, GEM-034). */
export const broadCodes: readonly CodeRow[] = [
  {
    reason: 'rate-limit',
    pattern: /^(resourceexhausted|ratelimit|toomanyrequests|throttl|usagelimit|quotaexceeded|accountratelimit)/,
    rule: 'ANT-072, OAC-022, GEM-033',
  },
  { reason: 'overloaded', pattern: /^(unavailable|serviceunavailable|modelnotready)/, rule: 'Gemini, Bedrock' },
  {
    reason: 'timeout',
    pattern: /^(deadlineexceeded|timeout|requesttimeout|gatewaytimeout|upstreamtimeout)/,
    rule: 'Gemini',
  },
  {
    reason: 'auth',
    pattern:
      /^(unauthenticated|unauthorized|authentication|invalidauthentication|permission|accessdenied|tokenexpired|expiredtoken)/,
    rule: 'Anthropic, Gemini, Kimi',
  },
];

/** These are used for nearly everything: the HTTP status is more specific, if there is one. */
export const vagueCodes: readonly CodeRow[] = [
  {
    reason: 'invalid-request',
    pattern: /^(invalid|badrequest|failedprecondition|validation|unprocessable)/,
    rule: 'ANT-001',
  },
  { reason: 'server', pattern: /^(apierror|server|internal)/, rule: 'ANT-073' },
];

export function reasonOfCodes(
  rows: readonly CodeRow[],
  codes: readonly string[],
  message: string,
): FailureReason | undefined {
  const bare = codes.map((code) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const says = ({ pattern, unless }: CodeRow): boolean =>
    unless?.test(message) !== true && bare.some((code) => pattern.test(code));
  return rows.find(says)?.reason;
}

const codesOfSize = /^(?:resourceexhausted|maxtokens(?:exceeded)?|tokenlimit(?:exceeded)?)$/;

/** Words for what was sent, and for too much of it, in either order. */
const subject = /\b(?:prompt|context|input|messages?|request|conversation|history|content|tokens?)\b/i;
const excess =
  /\b(?:too (?:long|large|big|many)|exceed\w*|(?:longer|larger|more) than|over the (?:limit|maximum)|maximum)\b/i;

/** A limit in time, or of an account. */
const speaksOfRate =
  /\bper (?:minute|min|second|hour|day)\b|\b(?:rate|quota|[rt]pm|try again|retry|billing)\b|too many requests/i;
/** The answer may not be that long; the prompt is not the cause. */
const speaksOfAnswer =
  /\b(?:completion|output|generated?|new) tokens?\b|\bmax_(?:completion_|output_|new_)?tokens`?'?:? (?:is|must|should|parameter|\d)/i;

/**
 * Codes that mean an overflow only if the text mentions the size of the request (05 §5.2): Google's `RESOURCE_EXHAUSTED` is
 * nearly always a rate limit, and OpenAI's `max_tokens` is about the answer as often as about the prompt.
 */
export function reasonOfSizeCode(status: number, codes: readonly string[], message: string): FailureReason | undefined {
  if (status === 429) return undefined;
  const isOfSize = codes.some((code) => codesOfSize.test(code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')));
  if (!isOfSize || !subject.test(message) || !excess.test(message)) return undefined;
  return speaksOfRate.test(message) || speaksOfAnswer.test(message) ? undefined : 'context-overflow';
}
